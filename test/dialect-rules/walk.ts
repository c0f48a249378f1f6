/** A schema as it is sent, read without any of our own code. */
export type Sent = Readonly<Record<string, unknown>>

export function isSent(value: unknown): value is Sent {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Visits every schema, with where it stands and how many objects it stands in. */
export function walk(schema: Sent, visit: (schema: Sent, path: string, depth: number) => void): void {
  step(schema, '', 1)

  function step(current: Sent, path: string, depth: number): void {
    visit(current, path, depth)
    const inner = isSent(current.properties) || typesOf(current).includes('object') ? depth + 1 : depth
    for (const [name, property] of entries(current.properties)) step(property, `${path}/properties/${name}`, inner)
    for (const keyword of ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'])
      if (isSent(current[keyword])) step(current[keyword], `${path}/${keyword}`, inner)
    for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'])
      if (Array.isArray(current[keyword]))
        current[keyword].filter(isSent).forEach((branch, at) => {
          step(branch, `${path}/${keyword}/${at}`, depth)
        })
    for (const keyword of ['$defs', 'definitions', 'patternProperties', 'dependentSchemas'])
      for (const [name, definition] of entries(current[keyword])) step(definition, `${path}/${keyword}/${name}`, depth)
  }
}

export function typesOf(schema: Sent): readonly unknown[] {
  if (Array.isArray(schema.type)) return schema.type
  return schema.type === undefined ? [] : [schema.type]
}

function entries(map: unknown): (readonly [string, Sent])[] {
  return isSent(map) ? Object.entries(map).filter((entry): entry is [string, Sent] => isSent(entry[1])) : []
}

export const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']

/** Each keyword of the schema that is not among these. */
export function foreign(schema: Sent, known: readonly string[]): string[] {
  return Object.keys(schema).filter(keyword => !known.includes(keyword))
}

export function names(schema: Sent): readonly string[] {
  return isSent(schema.properties) ? Object.keys(schema.properties) : []
}
