import { isMixinSchema } from './has-parameter-schema.ts'
import { hasUnseen } from './has-unseen.ts'
import type { ToolInfo } from './metadata.ts'
import { type Problem, shown } from './problem.ts'
import type { ToolClass } from './tool-instance.ts'

const NAME = /^[a-z][a-z0-9_]*$/
/** Longer names help nobody; the app shows them and rules are written with them. */
const LONGEST_NAME = 100

export function isToolName(name: unknown): name is string {
  return typeof name === 'string' && NAME.test(name)
}

export function checkToolInfo(tools: readonly ToolInfo[]): Problem[] {
  const [tool] = tools
  if (!tool)
    return [
      {
        code: 'TOOL_MISSING',
        member: '@Tool',
        message: 'the class itself must carry @Tool({ name, description }); a base class does not pass it on.',
      },
    ]
  const problems: Problem[] = []
  if (tools.length > 1)
    problems.push({
      code: 'TOOL_REPEATED',
      member: '@Tool',
      message: `@Tool stands ${tools.length} times. Keep one.`,
    })
  const member = `@Tool ${shown(tool.name)}`
  if (!isToolName(tool.name) || tool.name.length > LONGEST_NAME)
    problems.push({
      code: 'TOOL_NAME_INVALID',
      member,
      message: `the name must be at most ${LONGEST_NAME} lowercase letters, digits and underscores, beginning with a letter, for example "web_search".`,
    })
  if (typeof tool.description !== 'string')
    problems.push({ code: 'TOOL_DESCRIPTION_INVALID', member, message: 'write a description: the model reads it.' })
  for (const field of ['displayName', 'category', 'icon'] as const) {
    const value = tool[field] ?? ''
    if (typeof value !== 'string')
      problems.push({
        code: 'TOOL_FIELD_INVALID',
        member,
        message: `${field} is ${shown(value)}. Give text, or leave it out.`,
      })
    else if (field !== 'icon' && hasUnseen(value))
      problems.push({
        code: 'TOOL_FIELD_INVALID',
        member,
        message: `${field} is ${shown(value)}. Remove line breaks, control and direction characters.`,
      })
  }
  return problems
}

/** What the two mixins, and AbstractTool with them, give a class. */
const FROM_MIXINS = { HasOperations: 'getOperationName', HasParameterSchema: 'getParametersSchema' }
/** Settings and rules are kept under the class's name. */
const CLASS_NAME = /^[A-Za-z_$][A-Za-z0-9_$]{0,99}$/

export function checkBase(toolClass: ToolClass): Problem[] {
  const methods = (toolClass.prototype ?? {}) as Record<string, unknown>
  const missing = Object.entries(FROM_MIXINS).filter(([, method]) => typeof methods[method] !== 'function')
  const problems: Problem[] = []
  if (!CLASS_NAME.test(toolClass.name))
    problems.push({
      code: 'TOOL_CLASS_NAME_INVALID',
      member: 'class',
      message: `${shown(toolClass.name)} is no class name. Name the class with up to 100 letters, digits and "_": its settings are kept under it.`,
    })
  if (missing.length > 0)
    problems.push({
      code: 'TOOL_BASE_MISSING',
      member: 'class',
      message: `extend AbstractTool, or apply ${missing.map(([mixin]) => mixin).join(' and ')} to your base class: class MyTool extends HasOperations(HasParameterSchema(Base)).`,
    })
  else if (!isMixinSchema(methods.getParametersSchema))
    problems.push({
      code: 'TOOL_SCHEMA_OVERRIDDEN',
      member: 'getParametersSchema()',
      message:
        'the schema comes from the declarations. Remove the method, and declare each parameter; "schema" takes any JSON Schema.',
    })
  return problems
}

export function checkMethods(toolClass: ToolClass): Problem[] {
  const methods = (toolClass.prototype ?? {}) as Record<'execute' | 'describeAction', unknown>
  const problems: Problem[] = []
  const shapes = { execute: '(args, agentId, taskId, context)', describeAction: '(args)' }
  for (const [name, parameters] of Object.entries(shapes) as ['execute' | 'describeAction', string][])
    if (typeof methods[name] !== 'function')
      problems.push({
        code: 'TOOL_METHOD_MISSING',
        member: `${name}()`,
        message: `write it as a method of the class: ${name}${parameters} { … }.`,
      })
  const declared = typeof methods.execute === 'function' ? methods.execute.length : 0
  if (declared > 4)
    problems.push({
      code: 'TOOL_EXECUTE_ARITY',
      member: 'execute()',
      message: `it declares ${declared} parameters; there are four: args, agentId, taskId, context. The owner is context.ownerUserId.`,
    })
  return problems
}
