import { isSent, type Sent, TYPES, typesOf, walk } from './walk.ts'

/*
 * Function calling without `strict`, as OpenAI publishes and enforces it: the parameters are a JSON Schema object; at its
 * top stands no combinator, and `type: object` comes with `properties`; a list says what its items are.
 */
export function openAiProblems(schema: Sent | null): string[] {
  if (schema === null) return ['parameters are expected']
  const problems: string[] = []
  if (schema.type !== 'object') problems.push('the top is not of type object')
  if (!isSent(schema.properties)) problems.push('object schema missing properties')
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', 'enum'])
    if (schema[keyword] !== undefined) problems.push(`${keyword} at the top`)
  walk(schema, (current, path) => {
    if (typesOf(current).some(type => !TYPES.includes(type))) problems.push(`${path}: no type of JSON Schema`)
    if (typesOf(current).includes('array') && !isSent(current.items))
      problems.push(`${path}: array schema missing items`)
    if (Array.isArray(current.enum) && current.enum.length === 0) problems.push(`${path}: an empty enum`)
  })
  return problems
}
