import { foreign, isSent, names, type Sent, walk } from './walk.ts'

/*
 * The tool of Ollama's first published API, and what the chat templates of local models read: one type a value as a
 * text, a description, choices that are texts, an object or a list inside.
 */
export function minimalProblems(schema: Sent | null): string[] {
  if (schema === null) return ['parameters are expected']
  const problems: string[] = []
  if (!isSent(schema.properties) || !Array.isArray(schema.required))
    problems.push('no properties or required at the top')
  walk(schema, (current, path) => {
    for (const keyword of foreign(current, ['type', 'description', 'properties', 'required', 'items', 'enum']))
      problems.push(`${path}: ${keyword}`)
    if (!['string', 'number', 'integer', 'boolean', 'array', 'object'].includes(current.type as string))
      problems.push(`${path}: not one type`)
    if (path !== '' && typeof current.description !== 'string') problems.push(`${path}: no description`)
    if (current.type === 'array' && !isSent(current.items)) problems.push(`${path}: no items`)
    if (current.enum !== undefined && !(Array.isArray(current.enum) && current.enum.every(isText)))
      problems.push(`${path}: choices that are no texts`)
    if (isSent(current.properties) && path !== '' && names(current).length === 0)
      problems.push(`${path}: no properties`)
  })
  return problems
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}
