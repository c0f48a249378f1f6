import { type Declarations, ownDeclarations } from './declarations.ts'
import type { OperationInfo, ParameterInfo, SettingInfo, ToolInfo } from './metadata.ts'
import type { ToolClass } from './tool-instance.ts'

type DeclarationDecorator = (value: ToolClass, context: ClassDecoratorContext) => void

/** Says what the class is: name and description for the model, title, category and icon for people. Exactly once. */
export function Tool(info: ToolInfo): DeclarationDecorator {
  return declaration('Tool', own => own.tools.unshift(info))
}

/** One operation of the tool. The first is meant when the model names none. */
export function ToolOperation(info: OperationInfo): DeclarationDecorator {
  return declaration('ToolOperation', own => own.operations.unshift(info))
}

/** One argument. The order of declaration is the order in the model's schema and in the approval form. */
export function ToolParameter(info: ParameterInfo): DeclarationDecorator {
  return declaration('ToolParameter', own => own.parameters.unshift(info))
}

/** One setting an operator fills in; read it from `context.settings`. */
export function ToolSetting(info: SettingInfo): DeclarationDecorator {
  return declaration('ToolSetting', own => own.settings.unshift(info))
}

/** Decorators run bottom-up, so each puts its fact in front: the list ends up in the order written. */
function declaration(name: string, add: (own: Declarations) => void): DeclarationDecorator {
  // The types allow classes only; JavaScript and casts get here with members too.
  return (_value: unknown, context: DecoratorContext | undefined) => {
    if (typeof context !== 'object' || context === null || !context.metadata)
      throw new TypeError(
        `@${name} is a standard decorator for classes. Compile with "experimentalDecorators" off, or use defineTool.`,
      )
    const own = ownDeclarations(context.metadata)
    if (context.kind === 'class') return void add(own)
    own.problems.push({
      code: 'TOOL_DECORATOR_MISPLACED',
      member: `@${name} on ${context.kind} ${String(context.name)}`,
      message: `@${name} belongs on the class. Move it above "class".`,
    })
  }
}
