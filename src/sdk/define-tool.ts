import { AbstractTool } from './abstract-tool.ts'
import { type Declarations, declareOn } from './declarations.ts'
import { mergeParameters } from './merge-parameters.ts'
import type { JsonValue, OperationInfo, SettingInfo, ToolInfo } from './metadata.ts'
import type { ParameterSpecs } from './parameter-spec.ts'
import type { Problem } from './problem.ts'
import type { ToolContext } from './tool-context.ts'
import { ToolResult } from './tool-result.ts'

/** What `execute` and `describe` receive for these parameters. */
export type ArgumentsOf<P> = Simple<
  { readonly [N in keyof P as IsOptional<P[N]> extends true ? never : N]: ValueOf<P[N]> } & {
    readonly [N in keyof P as IsOptional<P[N]> extends true ? N : never]?: ValueOf<P[N]>
  }
>
type Simple<T> = { [K in keyof T]: T[K] }
type IsOptional<S> = S extends { readonly required: false } | { readonly default: Exclude<JsonValue, null> }
  ? true
  : false
type ValueOf<S> = S extends { readonly enum: readonly (infer Choice)[] }
  ? Choice
  : S extends { readonly type: 'array'; readonly items: { readonly type: infer T } }
    ? readonly TypeOf<T>[]
    : S extends { readonly type: infer T }
      ? TypeOf<T>
      : never
type TypeOf<T> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'array'
        ? readonly JsonValue[]
        : T extends 'object'
          ? { readonly [key: string]: JsonValue }
          : JsonValue

/** The working half of an operation, or of a tool that has only one. The four arguments are those of `execute` (D1). */
export interface Behaviour<P extends ParameterSpecs> {
  readonly parameters?: P
  /** One line: what a person reads before approving the call. */
  describe(args: ArgumentsOf<P>): string | Promise<string>
  /** Answer `ToolResult.ok` or `ToolResult.fail`; never throw. */
  execute(
    args: ArgumentsOf<P>,
    agentId: number,
    taskId: number | null,
    context: ToolContext,
  ): ToolResult | Promise<ToolResult>
}

interface Common extends ToolInfo {
  /** The class's name, part of the tool's lasting key; from the tool's name when absent: web_search, WebSearchTool. */
  readonly className?: string
  readonly settings?: readonly SettingInfo[]
  readonly discriminatorKey?: string
}

export type OperationDefinition<P extends ParameterSpecs> = Omit<OperationInfo, 'name' | 'discriminatorKey'> &
  Behaviour<P>

export type DefinedToolClass = new () => AbstractTool & {
  execute(args: object, agentId: number, taskId?: number | null, context?: ToolContext): Promise<ToolResult>
  describeAction(args: object): Promise<string>
}

/** A tool in plain JavaScript: the facts of the decorators and the code of each operation in one object. */
export function defineTool<const O extends { readonly [name: string]: ParameterSpecs }>(
  definition: Common & { readonly operations: { readonly [N in keyof O]: OperationDefinition<O[N]> } },
): DefinedToolClass
export function defineTool<const P extends ParameterSpecs>(
  definition: Common & Behaviour<P> & { readonly operations?: undefined },
): DefinedToolClass
export function defineTool(definition: AnyDefinition): DefinedToolClass {
  const DefinedTool = class extends AbstractTool {
    async execute(args: object, agentId: number, taskId: number | null = null, context?: ToolContext) {
      const name = this.getOperationName({ ...args })
      const behaviour = behaviourOf(definition, name)
      if (!behaviour) return ToolResult.fail(`There is no operation "${name}".`)
      return await behaviour.execute(args as never, agentId, taskId, context as ToolContext)
    }

    async describeAction(args: object) {
      return (await behaviourOf(definition, this.getOperationName({ ...args }))?.describe(args as never)) ?? ''
    }
  }
  Object.defineProperty(DefinedTool, 'name', { value: classNameOf(definition) })
  declareOn(DefinedTool, declarationsFrom(definition))
  return DefinedTool as unknown as DefinedToolClass
}

/** The same without the types that follow from the parameters. */
type AnyBehaviour = Behaviour<never>
interface AnyDefinition extends Common {
  readonly operations?: { readonly [name: string]: Omit<OperationInfo, 'name'> & AnyBehaviour } | undefined
  readonly parameters?: ParameterSpecs
  readonly describe?: unknown
  readonly execute?: unknown
}

function behaviourOf(definition: AnyDefinition, operation: string): AnyBehaviour | undefined {
  if (!definition.operations) return definition as unknown as AnyBehaviour
  return Object.hasOwn(definition.operations, operation) ? definition.operations[operation] : undefined
}

/** `web_search` becomes `WebSearchTool`. */
function classNameOf({ className, name }: AnyDefinition): string {
  if (typeof className === 'string') return className
  // Whatever the name is: one that is not allowed is said once, not also as the name of a class.
  const words = String(name)
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const joined = words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return `${joined.replace(/^\d/, '_$&')}Tool`
}

function declarationsFrom(definition: AnyDefinition): Declarations {
  const { operations, parameters, settings, discriminatorKey, className, describe, execute, ...tool } = definition
  const entries = Object.entries(operations ?? {})
  const merged = operations
    ? mergeParameters(entries.map(([name, operation]) => [name, operation?.parameters ?? {}] as const))
    : mergeParameters([[tool.name, parameters ?? {}]])
  return {
    tools: [tool],
    operations: entries.map(([name, operation]) => ({
      ...withoutBehaviour(operation),
      name,
      ...(discriminatorKey === undefined ? {} : { discriminatorKey }),
    })),
    parameters: merged.parameters,
    settings: [...(settings ?? [])],
    problems: [
      ...merged.problems,
      ...(operations
        ? entries.flatMap(([name, operation]) => missingFunctions(operation, `operations.${name}.`))
        : missingFunctions({ describe, execute }, '')),
    ],
  }
}

function withoutBehaviour(operation: Omit<OperationInfo, 'name'> & AnyBehaviour): Omit<OperationInfo, 'name'> {
  const { parameters, describe, execute, ...info } = operation ?? {}
  return info
}

function missingFunctions(behaviour: { describe?: unknown; execute?: unknown }, where: string): Problem[] {
  const shapes = { describe: '(args)', execute: '(args, agentId, taskId, context)' }
  return (['describe', 'execute'] as const)
    .filter(name => typeof behaviour?.[name] !== 'function')
    .map(name => ({
      code: 'TOOL_METHOD_MISSING',
      member: `${where}${name}`,
      message: `write it as a function: ${name}${shapes[name]} { … }.`,
    }))
}
