import { describeToolClass, type JsonSchema, type ToolClass, type ToolMetadata } from '@spora/sdk'
import { type BuiltinServices, builtinTools } from '../../src/main/builtin/index.ts'
import { canonicalSchema } from '../../src/main/tools/canonical-schema.ts'
import { filterSchema } from '../../src/main/tools/filter-schema.ts'
import { operationSchema } from '../../src/main/tools/operation-schema.ts'
import { deviates, matched, skipped, unexplained, type VectorRunner } from './runner.ts'

interface PerOperation {
  readonly llmProperties: readonly string[]
  readonly llmRequired: readonly string[]
  readonly runtimeProperties: readonly string[]
  readonly runtimeRequired: readonly string[]
}
interface Output {
  readonly toolName: string
  readonly required: readonly string[]
  readonly __required_when: Readonly<Record<string, readonly string[]>> | readonly []
  readonly perOperation: Readonly<Record<string, PerOperation>>
}

/** Declarations are looked at; nothing runs. */
const services: BuiltinServices = {
  time: { now: () => Date.now(), timeZoneOf: () => 'UTC' },
  readUrl: {
    fetchPage: async () => ({ kind: 'refused', code: 'URL_STOPPED', message: '' }),
    isNamed: () => false,
    convert: async () => ({ kind: 'failed', reason: '' }),
  },
  memory: { list: () => [], read: () => null, save: () => 'full', remove: () => false },
  userInfo: {
    factsOf() {
      throw new Error('No user here.')
    },
  },
  agent: {} as BuiltinServices['agent'],
  skill: { files: () => null, read: () => null },
  handover: {} as BuiltinServices['handover'],
}

export const run: VectorRunner = ({ output }) => {
  const { required, __required_when: bindings, perOperation, ...theirs } = output as Output
  const classes = builtinTools(services).map(tool => tool.constructor as ToolClass)
  const metadata = classes.map(describeToolClass).find(({ tool }) => tool.name === theirs.toolName)
  if (!metadata) return skipped(`not a core tool here: ${theirs.toolName}`)
  const differing = differences({ ...structureOf(metadata) }, theirs)
  if (differing.length > 0) return unexplained(differing.join('; '))
  for (const [operation, expected] of Object.entries(perOperation)) {
    const wrong = differences(perOperationOf(metadata, operation), expected)
    if (wrong.length > 0) return unexplained(`${operation}: ${wrong.join('; ')}`)
  }
  // S4: what only some operations need is not required of all.
  const ours = (canonicalSchema(metadata).required ?? []) as readonly string[]
  const byRule = required.filter(name => !Object.hasOwn(bindings, name))
  if (ours.join() === required.join()) return matched
  return ours.join() === byRule.join() ? deviates('S4') : unexplained(`required: ours ${ours}, by rule ${byRule}`)
}

function structureOf(metadata: ToolMetadata) {
  const { tool, operations, settings } = metadata
  const properties = canonicalSchema(metadata).properties as Record<string, JsonSchema>
  return {
    ok: true,
    toolName: tool.name,
    displayName: tool.displayName,
    category: tool.category,
    icon: tool.icon,
    operations: operations.map(({ name, enabledByDefault, requiresApprovalByDefault, discriminatorKey }) => ({
      name,
      enabledByDefault,
      requiresApprovalByDefault,
      discriminatorKey,
    })),
    propertyOrder: Object.keys(properties),
    propertiesWithoutDescriptions: Object.fromEntries(
      Object.entries(properties).map(([name, { description: _, ...rest }]) => [name, rest]),
    ),
    settingsWithoutText: settings.map(setting => ({
      key: setting.key,
      type: setting.type,
      default: setting.default ?? null,
      required: setting.required ?? false,
      options: setting.options ?? [],
      validation: setting.validation ?? '',
      exposeToLlm: setting.exposeToLlm ?? false,
      dataSource: setting.dataSource ?? null,
      resolveAs: setting.resolveAs ?? 'agent',
    })),
  }
}

function perOperationOf(metadata: ToolMetadata, operation: string): PerOperation {
  const offered = filterSchema(canonicalSchema(metadata), metadata, [operation])
  const form = operationSchema(metadata, operation)
  return {
    llmProperties: Object.keys(offered.properties ?? {}),
    llmRequired: (offered.required ?? []) as string[],
    runtimeProperties: Object.keys(form.properties ?? {}),
    runtimeRequired: (form.required ?? []) as string[],
  }
}

function differences(ours: object, theirs: object): string[] {
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  const at = (side: object, key: string) => JSON.stringify((side as Record<string, unknown>)[key])
  return [...keys]
    .filter(key => at(ours, key) !== at(theirs, key))
    .map(key => `${key}: ours ${at(ours, key)}, theirs ${at(theirs, key)}`)
}
