import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../../test/loops.ts'
import { isObject, type Json, type JsonObject } from './answer-repair.ts'
import { mergedChunks } from './merged-chunks.ts'
import { mergedDeltas } from './merged-deltas.ts'

type Said = readonly [kind: string, what: Json]

/** In the order in which a reader of chat-completion chunks takes the parts of each. */
function saidBy(events: readonly JsonObject[]): Said[] {
  return joined(
    events.flatMap((event): Said[] => {
      const [choice] = Array.isArray(event.choices) ? event.choices : []
      const { delta = {}, finish_reason: reason = null } = isObject(choice) ? choice : {}
      const parts = isObject(delta) ? delta : {}
      return [
        ...['reasoning_content', 'content', 'refusal'].flatMap((key): Said[] =>
          parts[key] ? [[key, parts[key]]] : [],
        ),
        ...(Array.isArray(parts.tool_calls) ? parts.tool_calls.map((call): Said => ['call', call]) : []),
        ...(reason === null ? [] : [['finish', reason] as const]),
        ...(event.usage === undefined ? [] : [['usage', event.usage] as const]),
      ]
    }),
  )
}

function joined(said: readonly Said[]): Said[] {
  const all: Said[] = []
  for (const [kind, what] of said) {
    const last = all.at(-1)
    if (last?.[0] === kind && typeof what === 'string') all[all.length - 1] = [kind, `${last[1]}${what}`]
    else all.push([kind, what])
  }
  return all
}

const chunk = (delta: JsonObject, more: JsonObject = {}) => ({ choices: [{ index: 0, delta, ...more }] })
const text = fc.string({ minLength: 1, maxLength: 3 })
const anyChunk: fc.Arbitrary<JsonObject> = fc.oneof(
  fc
    .tuple(fc.constantFrom('reasoning_content', 'content', 'refusal'), text)
    .map(([key, said]) => chunk({ [key]: said })),
  fc.tuple(fc.nat(2), text).map(([index, said]) => chunk({ tool_calls: [{ index, function: { arguments: said } }] })),
  fc.constantFrom('stop', 'tool_calls').map(reason => chunk({}, { finish_reason: reason })),
  fc.nat(9).map(count => ({ choices: [], usage: { prompt_tokens: count } })),
)

test('M2: any chunks say the same in the same order when they are merged, and pieces of one text are one', () => {
  fc.assert(
    fc.property(fc.array(anyChunk, { maxLength: 12 }), events => {
      expect(saidBy(mergedChunks(events))).toEqual(saidBy(events))
    }),
    { numRuns: loops(2_000) },
  )
  const pieces = ['Look', 'ing', ' it up.'].map(content => chunk({ content }))
  const call = chunk({ tool_calls: [{ index: 0, id: 'call_0', function: { name: 'find', arguments: '{}' } }] })
  const usage = { choices: [], usage: { prompt_tokens: 1 } }
  expect(mergedChunks([...pieces, call, chunk({}, { finish_reason: 'tool_calls' }), usage])).toHaveLength(1)
})

const delta = (index: number, type: string, key: string, said: string) => ({
  type: 'content_block_delta',
  index,
  delta: { type, [key]: said },
})

test('M2: pieces of one block are merged; blocks, kinds and signatures stay apart', () => {
  const signature = delta(0, 'signature_delta', 'signature', 's')
  const stop = { type: 'content_block_stop', index: 0 }
  const events = [
    delta(0, 'thinking_delta', 'thinking', 'a'),
    delta(0, 'thinking_delta', 'thinking', 'b'),
    signature,
    signature,
    stop,
    delta(1, 'text_delta', 'text', 'c'),
    delta(2, 'text_delta', 'text', 'd'),
    delta(2, 'text_delta', 'text', 'e'),
  ]
  expect(mergedDeltas(events)).toEqual([
    delta(0, 'thinking_delta', 'thinking', 'ab'),
    signature,
    signature,
    stop,
    delta(1, 'text_delta', 'text', 'c'),
    delta(2, 'text_delta', 'text', 'de'),
  ])
})
