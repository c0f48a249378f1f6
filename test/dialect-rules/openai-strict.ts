import { foreign, isSent, names, type Sent, TYPES, typesOf, walk } from './walk.ts'

/*
 * Strict functions, as OpenAI and Azure publish them in their guides to structured outputs, the narrower number of the
 * two: a subset of keywords; every object closed, with all of its properties required; the top an object and no anyOf; at
 * most 5 levels, 100 properties, 500 choices, 15,000 characters of names and choices, and 7,500 in an enum of more than 250.
 */
const KEYWORDS = ['type', 'description', 'properties', 'required', 'additionalProperties', 'items', 'enum', 'anyOf']

export function openAiStrictProblems(schema: Sent | null): string[] {
  if (schema === null) return ['parameters are expected']
  const problems: string[] = []
  const total = { properties: 0, choices: 0, characters: 0 }
  if (schema.type !== 'object') problems.push('the top is not of type object')
  if (schema.anyOf !== undefined) problems.push('anyOf at the top')
  walk(schema, (current, path, depth) => {
    for (const keyword of foreign(current, KEYWORDS)) problems.push(`${path}: ${keyword} is not permitted`)
    const types = typesOf(current)
    if (types.some(type => !TYPES.includes(type))) problems.push(`${path}: no type of JSON Schema`)
    if (types.length === 0 && !Array.isArray(current.anyOf)) problems.push(`${path}: must have a type`)
    if (types.includes('array') && !isSent(current.items)) problems.push(`${path}: array schema missing items`)
    if (types.includes('object')) {
      const [own, required] = [names(current), current.required]
      if (current.additionalProperties !== false) problems.push(`${path}: additionalProperties must be false`)
      if (!isSent(current.properties)) problems.push(`${path}: object schema missing properties`)
      if (!Array.isArray(required) || own.length !== required.length || own.some(name => !required.includes(name)))
        problems.push(`${path}: required must name every property`)
      if (depth > 5) problems.push(`${path}: more than 5 levels`)
      total.properties += own.length
      total.characters += own.join('').length
    }
    if (Array.isArray(current.enum)) {
      if (current.enum.length === 0) problems.push(`${path}: an empty enum`)
      const text = current.enum.map(String).join('')
      if (current.enum.length > 250 && text.length > 7_500) problems.push(`${path}: an enum of too many characters`)
      total.choices += current.enum.length
      total.characters += text.length
    }
  })
  if (total.properties > 100) problems.push('more than 100 properties')
  if (total.choices > 500) problems.push('more than 500 choices')
  if (total.characters > 15_000) problems.push('more than 15,000 characters of names and choices')
  return problems
}
