import { discriminatorKey, type JsonSchema } from '@spora/sdk'
import { canonicalSchema } from '../../src/main/tools/canonical-schema.ts'
import { filterSchema } from '../../src/main/tools/filter-schema.ts'
import type { RegisteredTool } from '../../src/main/tools/registered-tool.ts'
import { toolDefinitions } from '../../src/main/tools/tool-definitions.ts'
import { type OverrideRow, type Owners, operationsFor, registerAll } from './registered-tools.ts'
import { deviates, matched, unexplained, type VectorRunner } from './runner.ts'
import { explainDifferences } from './schema-differences.ts'

interface Input extends Owners {
  readonly enabledClasses: readonly string[]
  readonly agentId: number
  readonly overrides?: readonly OverrideRow[]
}
interface Definition {
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonSchema }
}

export const run: VectorRunner = ({ input, output }) => {
  const given = input as Input
  const { ok, definitions: theirs = [] } = output as { ok: boolean; definitions?: readonly Definition[] }
  const { byClass, refused } = registerAll(given)
  const rules = new Set<string>()
  if (!ok) return refused.size > 0 ? matched : unexplained('the reference fails, ours does not')

  const offered = [...byClass].filter(([className]) => given.enabledClasses.includes(className))
  const tools = offered.map(([className, tool]) => {
    const operations = operationsFor(tool, className, given.agentId, given.overrides ?? [])
    return {
      tool,
      allowedOperations: operations.filter(({ enabled }) => enabled).map(({ name }) => name),
      effectiveConfiguration: '',
    }
  })
  const ours = toolDefinitions({ tools, dialect: 'openai' })
  if (ours.leftOut.length > 0) return unexplained(`left out: ${JSON.stringify(ours.leftOut)}`)

  const remaining = [...theirs]
  for (const definition of ours.tools) {
    const name = ours.names.canonical(definition.wireName) ?? ''
    const entry = tools.find(({ tool }) => tool.qualifiedName === name)
    if (!entry) return unexplained(`nobody registered ${name}`)
    const index = remaining.findIndex(item => item.function.name === name)
    const [their] = index < 0 ? [] : remaining.splice(index, 1)
    if (!their) {
      // D7: a tool that declares no operation (of its own, D6) has one, and is offered.
      if (entry.tool.metadata.operations.length > 0) return unexplained(`the reference does not offer ${name}`)
      rules.add('D7')
      continue
    }
    // W2: what the API accepts as a name.
    if (definition.wireName !== name) {
      const joined = name.replaceAll(':', '__')
      // Some APIs want a letter first.
      if (definition.wireName !== joined && /^[A-Za-z_]/.test(joined))
        return unexplained(`${name} became ${definition.wireName}`)
      rules.add('W2')
    }
    if (definition.description !== their.function.description) return unexplained(`the description of ${name} differs`)
    const reason = explainParameters(given, entry, definition.parameters ?? {}, their.function.parameters, rules)
    // F1: an override that is set counts, whatever number the reference's row holds.
    const odd = (given.overrides ?? []).some(({ enabled }) => enabled !== null && enabled !== 0 && enabled !== 1)
    if (reason && !odd) return unexplained(`${name}: ${reason}`)
    if (reason) rules.add('F1')
  }
  for (const their of remaining) {
    const codes = [...refused.values()].flat()
    // R1: one name, one tool. D1: a class without the mixins is no tool.
    if (codes.includes('TOOL_NAME_DUPLICATE')) rules.add('R1')
    else if (codes.includes('TOOL_BASE_MISSING')) rules.add('D1')
    // D5: for example a parameter required by an operation that only an ancestor declares (D6).
    else if (codes.length > 0) rules.add('D5')
    else return unexplained(`ours does not offer ${their.function.name}`)
  }
  return rules.size === 0 ? matched : deviates([...rules].sort().join('+'))
}

/** First what is offered, then what the dialect makes of it. */
function explainParameters(
  given: Input,
  { tool, allowedOperations }: { tool: RegisteredTool; allowedOperations: readonly string[] },
  wire: JsonSchema,
  their: JsonSchema,
  rules: Set<string>,
): string | null {
  const { metadata } = tool
  const { __required_when: _, ...theirs } = their
  const filtered = filterSchema(canonicalSchema(metadata), metadata, allowedOperations)
  if (JSON.stringify(filtered) !== JSON.stringify(theirs)) {
    const description = given.tools.find(({ className = '' }) => className.endsWith(metadata.className))
    if (!description) return 'no description'
    const declared = metadata.operations.map(({ name }) => name)
    const offered = declared.filter(name => allowedOperations.includes(name))
    const found = explainDifferences(filtered, theirs, { description, offered, filtered: true })
    if (typeof found === 'string') return found
    for (const rule of found) rules.add(rule)
  }
  const expected = said(filtered, discriminatorKey(metadata) ?? '')
  if (JSON.stringify(wire) !== JSON.stringify(filtered)) rules.add('W3')
  return sameJson(wire, expected) ? null : `sent ${JSON.stringify(wire)}, by W3 ${JSON.stringify(expected)}`
}

/** W3: what `allOf` says, in the descriptions; and a list always has items. */
function said({ allOf = [], ...schema }: JsonSchema, key: string): JsonSchema {
  const needing = new Map<string, string[]>()
  for (const condition of allOf as {
    if: { properties: Record<string, { const: string }> }
    then: { required: string[] }
  }[])
    for (const name of condition.then.required)
      needing.set(name, [...(needing.get(name) ?? []), condition.if.properties[key]?.const ?? ''])
  const properties = Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, property]) => {
    const operations = needing.get(name)
    const own = String(property.description)
    const begun = own === '' || /[.!?:;]$/.test(own) ? own : `${own}.`
    const description = operations ? `${begun} Required when ${key} is ${operations.join(' or ')}.`.trim() : own
    return [name, { ...property, description, ...(property.type === 'array' && !property.items ? { items: {} } : {}) }]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

function sameJson(a: JsonSchema, b: JsonSchema): boolean {
  const text = (value: unknown) =>
    JSON.stringify(value, (_key, item) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([x], [y]) => (x < y ? -1 : 1)))
        : item,
    )
  return text(a) === text(b)
}
