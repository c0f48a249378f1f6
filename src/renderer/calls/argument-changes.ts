type JsonObject = Readonly<Record<string, unknown>>

export interface ArgumentChange {
  readonly key: string
  readonly kind: 'changed' | 'added' | 'removed'
  readonly before: unknown
  readonly after: unknown
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Equal as JSON: the order of an object's keys says nothing. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
  }
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}

/** What an edit did, argument by argument: first what the model sent, then what was added. */
export function argumentChanges(before: unknown, after: unknown): ArgumentChange[] {
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}]
  const changes: ArgumentChange[] = []
  for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [had, has] = [Object.hasOwn(old, key), Object.hasOwn(now, key)]
    if (had && has && sameJson(old[key], now[key])) continue
    changes.push({ key, kind: had && has ? 'changed' : had ? 'removed' : 'added', before: old[key], after: now[key] })
  }
  return changes
}
