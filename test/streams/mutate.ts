import fc from 'fast-check'

/** A change that networks, proxies and sloppy servers make to an answer. */
export type Mutation =
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'drop' | 'repeat' | 'swap'; readonly at: number; readonly length: number }
  | { readonly kind: 'insert'; readonly at: number; readonly text: string }
  | { readonly kind: 'replace'; readonly from: string; readonly to: string }

const share = fc.nat({ max: 999 })
const JSON_BITS = [
  '"',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '\\',
  'null',
  '-1',
  '1e999',
  '\n',
  '\r',
  '\n\n',
  '\u0000',
  '\ud83d',
  '[DONE]',
  'data: ',
  'event: error\n',
]
const FIELDS = [
  '"index":0',
  '"index":1',
  '"id":',
  '"name":',
  '"arguments":',
  '"content":',
  '"delta":',
  '"choices":',
  '"type":',
  '"text"',
  '"finish_reason"',
  '"stop_reason"',
  '"usage":',
]
const VALUES = [
  '"index":null',
  '"index":"0"',
  '"id":7,"x":',
  '"name":null,"x":',
  '"arguments":[],"x":',
  '"content":{},"x":',
  '"delta":[],"x":',
  '"choices":{},"x":',
  '"type":null,"x":',
  '"none"',
  '"none":',
]

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: share }),
  fc.record({
    kind: fc.constantFrom('drop' as const, 'repeat' as const, 'swap' as const),
    at: share,
    length: fc.integer({ min: 1, max: 80 }),
  }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: share,
    text: fc.oneof(fc.constantFrom(...JSON_BITS), fc.string({ maxLength: 8 })),
  }),
  fc.record({
    kind: fc.constant('replace' as const),
    from: fc.constantFrom(...FIELDS),
    to: fc.constantFrom(...VALUES),
  }),
)

/** Places are given in thousandths of the text. */
export function mutate(text: string, changes: readonly Mutation[]): string {
  return changes.reduce((body, change) => {
    if (change.kind === 'replace') return body.replace(change.from, change.to)
    const at = Math.floor((body.length * change.at) / 1000)
    if (change.kind === 'cut') return body.slice(0, at)
    if (change.kind === 'insert') return body.slice(0, at) + change.text + body.slice(at)
    const part = body.slice(at, at + change.length)
    const rest = body.slice(at + change.length)
    if (change.kind === 'drop') return body.slice(0, at) + rest
    if (change.kind === 'repeat') return body.slice(0, at) + part + part + rest
    return body.slice(0, at) + rest.slice(0, change.length) + part + rest.slice(change.length)
  }, text)
}
