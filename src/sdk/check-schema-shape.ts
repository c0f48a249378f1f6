import { isPrototypeName } from './check-operations.ts'
import type { Problem } from './problem.ts'

/** Validators recurse; a schema nobody could read by hand is refused before one sees it. */
const DEEPEST = 32
const MOST_NODES = 5_000
const MOST_PROPERTIES = 1_000
const LONGEST_TEXT = 200_000

const ADDRESSES: ReadonlySet<string> = new Set(['$ref', '$id', '$schema'])
/** What names a schema, or means one by its name. All parameters stand in one schema, where a name can be there once. */
const NAMES: ReadonlySet<string> = new Set([...ADDRESSES, '$anchor', '$dynamicAnchor'])

/** Whether a hand-written part of a schema can be used at all: an object, plain, small, with nothing to fetch. */
export function checkSchemaShape(
  schema: unknown,
  member: string,
  problem: (code: string, message: string) => Problem,
): Problem[] {
  if (schema === undefined || schema === null) return []
  if (typeof schema !== 'object' || Array.isArray(schema))
    return [problem('TOOL_SCHEMA_INVALID', `${member} must be a JSON Schema object, for example { type: 'string' }.`)]
  const found = new Map<string, string>()
  const seen = { nodes: 0, properties: 0, text: 0 }
  walk(schema, 1)
  return [...found].map(([code, message]) => problem(code, `${member} ${message}`))

  function walk(node: unknown, depth: number): void {
    if (typeof node === 'string') seen.text += node.length
    if (typeof node === 'bigint' || typeof node === 'function' || typeof node === 'symbol')
      found.set('TOOL_SCHEMA_INVALID', `holds a ${typeof node}. It must be plain JSON.`)
    const isParent = typeof node === 'object' && node !== null
    if (isParent) seen.nodes++
    if (depth > DEEPEST || seen.nodes > MOST_NODES || seen.text > LONGEST_TEXT || seen.properties > MOST_PROPERTIES) {
      found.set(
        'TOOL_SCHEMA_COMPLEX',
        `is too large or refers to itself (at most ${DEEPEST} levels, ${MOST_PROPERTIES} keys, ${LONGEST_TEXT} characters). Simplify it.`,
      )
      return
    }
    if (isParent) for (const [key, value] of Object.entries(node)) visit(key, value, Array.isArray(node), depth)
  }

  function visit(key: string, value: unknown, inList: boolean, depth: number): void {
    if (!inList) seen.properties++
    seen.text += key.length
    if (isPrototypeName(key) || key === '$dynamicRef' || key === '$recursiveRef')
      found.set('TOOL_SCHEMA_KEY', `has the key "${key}", which is not allowed. Remove it.`)
    if (NAMES.has(key) && typeof value === 'string')
      found.set(
        ADDRESSES.has(key) && !value.startsWith('#') ? 'TOOL_SCHEMA_REF' : 'TOOL_SCHEMA_COMPLEX',
        `has ${key}: "${value.slice(0, 100)}". Nothing is looked up: write the schema out in place.`,
      )
    walk(value, depth + 1)
  }
}
