import { isObject, type JsonObject } from './answer-repair.ts'

/** Where the text of each kind of delta stands. A signature comes whole. */
const TEXT: Readonly<Record<string, string | undefined>> = { text_delta: 'text', thinking_delta: 'thinking' }

/** Repaired events of the messages API: pieces of the same block that follow each other become one. */
export function mergedDeltas(events: readonly JsonObject[]): JsonObject[] {
  const merged: JsonObject[] = []
  for (const event of events) {
    const last = merged.at(-1)
    const both = last && joined(last, event)
    if (both) merged[merged.length - 1] = both
    else merged.push(event)
  }
  return merged
}

function joined(last: JsonObject, next: JsonObject): JsonObject | null {
  if (last.type !== 'content_block_delta' || next.type !== last.type || next.index !== last.index) return null
  if (!isObject(last.delta) || !isObject(next.delta) || next.delta.type !== last.delta.type) return null
  const key = TEXT[String(last.delta.type)]
  return key ? { ...last, delta: { ...last.delta, [key]: `${last.delta[key]}${next.delta[key]}` } } : null
}
