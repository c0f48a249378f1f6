import { isObject, type Json, type JsonObject } from './answer-repair.ts'

/** In this order a reader takes what stands in one chunk; what comes again later needs a chunk of its own. */
const ORDER = ['reasoning_content', 'content', 'refusal', 'tool_calls'] as const
const FINISH = ORDER.length
const USAGE = FINISH + 1

interface Chunk {
  readonly delta: Record<string, Json>
  finishReason: Json
  usage: Json
  /** How far in the order it is. */
  reached: number
}

/** Repaired chat-completion chunks, joined as long as a reader understands the same. */
export function mergedChunks(events: readonly JsonObject[]): JsonObject[] {
  const chunks: Chunk[] = []
  for (const event of events) {
    const { delta, finishReason, usage } = partsOf(event)
    const places = ORDER.flatMap((key, place) => (delta[key] === undefined ? [] : [place]))
    if (finishReason !== null) places.push(FINISH)
    if (usage !== null) places.push(USAGE)
    const [first = USAGE, last = first] = [places[0], places.at(-1)]
    let chunk = chunks.at(-1)
    if (!chunk || first < chunk.reached || (first === chunk.reached && first >= FINISH)) {
      chunk = { delta: {}, finishReason: null, usage: null, reached: 0 }
      chunks.push(chunk)
    }
    for (const key of ORDER) if (delta[key] !== undefined) chunk.delta[key] = joined(chunk.delta[key], delta[key])
    chunk.finishReason ??= finishReason
    chunk.usage ??= usage
    chunk.reached = last
  }
  return chunks.map(written)
}

function partsOf(event: JsonObject): { delta: JsonObject; finishReason: Json; usage: Json } {
  const [choice] = Array.isArray(event.choices) ? event.choices : []
  const { delta = {}, finish_reason: finishReason = null } = isObject(choice) ? choice : {}
  return { delta: isObject(delta) ? delta : {}, finishReason, usage: event.usage ?? null }
}

/** Text is continued, a list of calls is longer. */
function joined(before: Json | undefined, more: Json): Json {
  if (typeof before === 'string' && typeof more === 'string') return before + more
  if (!Array.isArray(more)) return more
  // Of its own and grown in place: copied for each call, many calls take for ever.
  const list: Json[] = Array.isArray(before) ? before : []
  for (const one of more) list.push(one)
  return list
}

function written({ delta, finishReason, usage }: Chunk): JsonObject {
  const says = Object.keys(delta).length > 0 || finishReason !== null
  const choice = { index: 0, delta, ...(finishReason === null ? {} : { finish_reason: finishReason }) }
  return { choices: says ? [choice] : [], ...(usage === null ? {} : { usage }) }
}
