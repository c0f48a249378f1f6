import { foreign, isSent, names, type Sent, typesOf, walk } from './walk.ts'

/*
 * FunctionDeclaration.parameters of the Gemini API and of Vertex AI, as Google publishes `Schema`: a select subset of an
 * OpenAPI 3.0 schema object. Left out where there are no parameters. Unknown fields, lists of types, objects without
 * properties, choices of anything but a non-empty text, and most formats are answered with status 400.
 */
const FIELDS = [
  ...['type', 'format', 'description', 'nullable', 'enum', 'items', 'minItems', 'maxItems', 'properties', 'required'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minProperties', 'maxProperties', 'propertyOrdering'],
]
const FORMATS: Readonly<Record<string, readonly unknown[]>> = {
  string: ['enum', 'date-time'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
}

export function geminiProblems(schema: Sent | null): string[] {
  if (schema === null) return []
  const problems: string[] = []
  if (schema.type !== 'object') problems.push('the top is not of type object')
  walk(schema, (current, path) => {
    const { type } = current
    for (const field of foreign(current, FIELDS)) problems.push(`${path}: Unknown name "${field}"`)
    if (typesOf(current).length !== 1 || typeof type !== 'string') problems.push(`${path}: not one type`)
    if (!['string', 'number', 'integer', 'boolean', 'array', 'object'].includes(String(type)))
      problems.push(`${path}: ${String(type)} is no Type`)
    if (type === 'object' && names(current).length === 0) problems.push(`${path}: should be non-empty for OBJECT type`)
    if (type === 'array' && !isSent(current.items)) problems.push(`${path}.items: missing field`)
    if (type !== 'array' && current.items !== undefined) problems.push(`${path}.items: $type == Type.ARRAY`)
    if (type !== 'object' && (current.properties !== undefined || current.required !== undefined))
      problems.push(`${path}: properties of what is no object`)
    if (current.format !== undefined && !FORMATS[String(type)]?.includes(current.format))
      problems.push(`${path}.format: ${String(current.format)} is not supported`)
    if (current.enum !== undefined) {
      if (type !== 'string') problems.push(`${path}.enum: only allowed for STRING type`)
      if (!Array.isArray(current.enum) || current.enum.length === 0) problems.push(`${path}.enum: should be non-empty`)
      else if (current.enum.some(choice => typeof choice !== 'string' || choice === ''))
        problems.push(`${path}.enum: cannot be empty`)
    }
    for (const name of names(current))
      if (!/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(name)) problems.push(`${path}: the parameter name ${name}`)
    const required = Array.isArray(current.required) ? current.required : []
    for (const name of required)
      if (!names(current).includes(name)) problems.push(`${path}.required: property is not defined: ${name}`)
  })
  return problems
}
