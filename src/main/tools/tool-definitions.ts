import { type JsonSchema, operationsOf, type ToolMetadata } from '@spora/sdk'
import { canonicalSchema } from './canonical-schema.ts'
import { compileForDialect, type DialectName } from './dialects/compile-for-dialect.ts'
import type { Compiled } from './dialects/dialect.ts'
import { filterSchema } from './filter-schema.ts'
import type { RegisteredTool } from './registered-tool.ts'
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
}

/** What one request tells the model about its tools, in the order given. */
export function toolDefinitions(request: {
  readonly tools: readonly OfferedTool[]
  readonly dialect: DialectName
}): ToolDefinitions {
  const leftOut: { toolClass: string; reason: string }[] = []
  const offered: { tool: RegisteredTool; description: string; parameters: JsonSchema | null }[] = []
  for (const { tool, allowedOperations, effectiveConfiguration } of request.tools) {
    const allowed = new Set(allowedOperations)
    if (!operationsOf(tool.metadata).some(({ name }) => allowed.has(name))) continue
    const compiled = compiledParameters(tool.metadata, allowed, request.dialect)
    if (!compiled.ok) leftOut.push({ toolClass: tool.toolClass, reason: compiled.reason })
    else
      offered.push({
        tool,
        description: tool.metadata.tool.description + effectiveConfiguration,
        parameters: compiled.schema,
      })
  }
  const names = wireNames(offered.map(({ tool }) => tool.qualifiedName))
  return {
    tools: offered.map(({ tool, description, parameters }) => ({
      wireName: names.wire(tool.qualifiedName),
      description,
      parameters,
    })),
    names,
    leftOut,
  }
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
