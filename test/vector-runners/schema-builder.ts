import { buildParameterSchema, collectMetadata, type JsonSchema } from '@spora/sdk'
import { declarationProblems } from '../../src/sdk/describe-tool-class.ts'
import { deviates, matched, skipped, unexplained, type VectorRunner } from './runner.ts'
import { explainDifferences } from './schema-differences.ts'
import { levelOf, ownOperations, type ToolDescription, toolClassOf } from './tool-description.ts'

interface Output {
  readonly ok: boolean
  readonly schema?: JsonSchema
  readonly propertyOrder?: readonly (string | number)[]
  readonly error?: { readonly type: string }
}

/** What these descriptions never have, and what the pure builder accepts (D5). */
const NOT_THE_BUILDERS = new Set(['TOOL_MISSING', 'TOOL_BASE_MISSING', 'TOOL_PARAMETER_INVALID', 'TOOL_SCHEMA_KEY'])

export const run: VectorRunner = ({ input, output, suspect }) => {
  const description = input as ToolDescription
  const { ok, schema, propertyOrder = [], error } = output as Output
  const toolClass = toolClassOf(description)
  const problems = declarationProblems(toolClass).filter(({ code }) => !NOT_THE_BUILDERS.has(code))
  const codes = problems.map(({ code }) => code)
  if (!ok) {
    const clash = error?.type === 'ToolParameterSchemaException'
    if (clash ? codes.includes('TOOL_DISCRIMINATOR_CLASH') : codes.length > 0) return matched
    // D6: operations of an ancestor are not the tool's, so there is no discriminator to clash with.
    if (clash && ownOperations(description).length < 2) return deviates('D6')
    return unexplained(`the reference refuses it (${error?.type}), ours does not`)
  }
  const ours = buildParameterSchema(collectMetadata(toolClass))
  const { __required_when: _, ...theirs } = schema ?? {}
  // Suspect and refused when the class is registered: that it is accepted here is the reference's fault.
  if (same(ours, theirs)) return suspect && codes.length > 0 ? deviates('D5') : matched
  if (propertyOrder.some(name => /^\d+$/.test(String(name)))) return integerLike(ours, theirs)
  const own = description.operations.filter(operation => levelOf(operation) === 'self').map(({ name }) => name)
  const rules = explainDifferences(ours, theirs, { description, offered: own, filtered: false })
  if (typeof rules !== 'string') return deviates([...rules].sort().join('+'))
  return codes.length > 0 ? deviates('D5') : unexplained(rules)
}

/** Also of the properties' order, which a list (PHP's form of keys 0, 1, …) does not have. */
function same(ours: JsonSchema, theirs: JsonSchema): boolean {
  return !Array.isArray(theirs.properties) && JSON.stringify(ours) === JSON.stringify(theirs)
}

/** JavaScript moves such keys to the front, and PHP turns them into a list; everything else must agree. */
function integerLike(ours: JsonSchema, theirs: JsonSchema) {
  const [a, b] = [ours, theirs].map(schema => JSON.stringify([sortedProperties(schema), needed(schema)]))
  return a === b
    ? skipped('integer-like-key: order of such keys; the rest agrees')
    : unexplained(`ours ${a}, theirs ${b}`)
}

function sortedProperties(schema: JsonSchema) {
  return Object.entries((schema.properties ?? {}) as object).sort(([a], [b]) => (a < b ? -1 : 1))
}

/** What is required always or (S4) of some operations. */
function needed(schema: JsonSchema): string[] {
  const conditions = (schema.allOf ?? []) as { then: { required: string[] } }[]
  const names = [...(schema.required as string[]), ...conditions.flatMap(({ then }) => then.required)]
  return [...new Set(names.map(String))].sort()
}
