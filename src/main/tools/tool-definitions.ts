import { type JsonSchema, operationsOf, type ToolMetadata } from '@spora/sdk'
import { canonicalSchema } from './canonical-schema.ts'
import { compileForDialect, type DialectName, longestDescription } from './dialects/compile-for-dialect.ts'
import type { Compiled } from './dialects/dialect.ts'
import { filterSchema } from './filter-schema.ts'
import type { RegisteredTool } from './registered-tool.ts'
import { splitDescription } from './split-description.ts'
import { type WireNames, wireNames } from './wire-names.ts'

export interface OfferedTool {
  readonly tool: RegisteredTool
  /** The operations this agent may use (F1). None: the tool is not offered. */
  readonly allowedOperations: readonly string[]
  /** The `[Effective Configuration]` block (C6), or ''. */
  readonly effectiveConfiguration: string
}

export interface WireTool {
  readonly wireName: string
  readonly description: string
  /** null: the API wants nothing where a tool takes no arguments. */
  readonly parameters: JsonSchema | null
}

export interface ToolDefinitions {
  readonly tools: readonly WireTool[]
  readonly names: WireNames
  /** Tools whose schema the dialect cannot take (W4): the others go without them. */
  readonly leftOut: readonly { readonly toolClass: string; readonly reason: string }[]
  /** By qualified name: what a later request takes over. */
  readonly made: ReadonlyMap<string, Definition>
}

/**
 * What one request tells the model about its tools, in the order given. What nothing changed for is taken from `before`,
 * an earlier request in the same dialect.
 */
export function toolDefinitions(
  request: { readonly tools: readonly OfferedTool[]; readonly dialect: DialectName },
  before?: ToolDefinitions,
): ToolDefinitions {
  const made = new Map<string, Definition>()
  for (const offered of request.tools) {
    const { qualifiedName } = offered.tool
    const known = before?.made.get(qualifiedName)
    const definition = known?.isOf(offered) ? known : define(offered, request.dialect)
    if (definition) made.set(qualifiedName, definition)
  }
  const all = [...made.values()]
  const accepted = all.filter(({ compiled }) => compiled.ok)
  const names = namesOf(
    accepted.map(({ offered }) => offered.tool.qualifiedName),
    before,
  )
  return {
    tools: accepted.map(definition => definition.wireTool(names.wire(definition.offered.tool.qualifiedName))),
    names,
    leftOut: all.flatMap(({ offered, compiled }) =>
      compiled.ok ? [] : [{ toolClass: offered.tool.toolClass, reason: compiled.reason }],
    ),
    made,
  }
}

/** What a model is told of one tool, and exactly what that depends on besides the dialect. */
class Definition {
  #wireTool: WireTool | null = null

  constructor(
    readonly offered: OfferedTool,
    readonly compiled: Compiled,
    readonly dialect: DialectName,
  ) {}

  isOf({ tool, allowedOperations, effectiveConfiguration }: OfferedTool): boolean {
    return (
      tool.fingerprint === this.offered.tool.fingerprint &&
      effectiveConfiguration === this.offered.effectiveConfiguration &&
      sameList(allowedOperations, this.offered.allowedOperations)
    )
  }

  /** The same object for the same name. */
  wireTool(wireName: string): WireTool {
    if (this.#wireTool?.wireName !== wireName) this.#wireTool = this.#make(wireName)
    return this.#wireTool
  }

  #make(wireName: string): WireTool {
    const { tool, effectiveConfiguration } = this.offered
    const whole = tool.metadata.tool.description + effectiveConfiguration
    const schema = this.compiled.ok ? this.compiled.schema : null
    const [description, rest] = schema ? splitDescription(whole, longestDescription(this.dialect)) : [whole, '']
    return { wireName, description, parameters: schema && rest !== '' ? begunWith(rest, schema) : schema }
  }
}

/** Null for a tool none of whose operations may be used. */
function define(offered: OfferedTool, dialect: DialectName): Definition | null {
  const { metadata } = offered.tool
  const allowed = new Set(offered.allowedOperations)
  if (!operationsOf(metadata).some(({ name }) => allowed.has(name))) return null
  return new Definition(offered, compiledParameters(metadata, allowed, dialect), dialect)
}

/** The schema, its description with this in front. */
function begunWith(text: string, { type, description: own, ...rest }: JsonSchema): JsonSchema {
  const description = typeof own === 'string' && own !== '' ? `${text}\n${own}` : text
  return { type, description, ...rest }
}

function namesOf(qualifiedNames: readonly string[], before: ToolDefinitions | undefined): WireNames {
  return before && sameList(before.names.qualifiedNames, qualifiedNames) ? before.names : wireNames(qualifiedNames)
}

function sameList(some: readonly string[], others: readonly string[]): boolean {
  return some === others || (some.length === others.length && some.every((each, index) => each === others[index]))
}

/** Why the dialect cannot take the tool with these operations (W4); null when it can. */
export function leftOutReason(
  metadata: ToolMetadata,
  allowedOperations: readonly string[],
  dialect: DialectName,
): string | null {
  if (allowedOperations.length === 0) return null
  const compiled = compiledParameters(metadata, new Set(allowedOperations), dialect)
  return compiled.ok ? null : compiled.reason
}

const compiledBefore = new WeakMap<ToolMetadata, Map<string, Compiled>>()

/** The same agent asks for the same schema at every step: it is made once per set of operations and dialect. */
function compiledParameters(metadata: ToolMetadata, allowed: ReadonlySet<string>, dialect: DialectName): Compiled {
  const made = compiledBefore.get(metadata) ?? new Map<string, Compiled>()
  compiledBefore.set(metadata, made)
  const offered = operationsOf(metadata).flatMap(({ name }) => (allowed.has(name) ? [name] : []))
  const key = `${dialect}:${offered.join(':')}`
  const known = made.get(key)
  if (known) return known
  const compiled = compileForDialect(filterSchema(canonicalSchema(metadata), metadata, allowed), dialect)
  made.set(key, compiled)
  return compiled
}
