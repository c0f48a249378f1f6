import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import type { Round, RoundCall } from './conversation.ts'
import { replayableArguments } from './replayable-arguments.ts'
import { expectValid } from './testing/expect-valid.ts'
import { type ImagesOf, type MadeMessages, toMessages } from './to-messages.ts'

const callState = fc.constantFrom<RoundCall['state']>(
  'awaiting',
  'ready',
  'started',
  'succeeded',
  'failed',
  'rejected',
  'invalid',
  'cancelled',
  'outcome_unknown',
)
const roundCall: fc.Arbitrary<RoundCall> = fc.record({
  id: fc.uuid(),
  toolName: fc.constantFrom('calculator', 'acme:web_search', 'gone tool!'),
  argumentsText: fc.constantFrom('{}', '{"a":1}'),
  state: callState,
  result: fc.option(fc.string()),
  shortened: fc.boolean(),
  pictures: fc.constantFrom(0, 1),
  repeats: fc.integer({ min: 1, max: 7 }),
})
const round: fc.Arbitrary<Round> = fc.oneof(
  fc.record({ kind: fc.constant('summary' as const), sequence: fc.nat(), text: fc.string({ minLength: 1 }) }),
  fc.record({ kind: fc.constant('user' as const), sequence: fc.nat(), text: fc.string({ minLength: 1 }) }),
  fc.record({
    kind: fc.constant('turn' as const),
    sequence: fc.nat(),
    step: fc.nat(),
    text: fc.string(),
    reasoning: fc.string(),
    provider: fc.constantFrom('one', 'other', null),
    providerData: fc.constantFrom(null, { signature: 'x' }),
    calls: fc.uniqueArray(roundCall, { maxLength: 4, selector: ({ id }) => id }),
  }),
)
const wire = (name: string) => name.replace(/[^A-Za-z0-9_-]/g, '_')

test('T5: whatever happened to a chat, the next request is valid for the provider', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 12 }), rounds => {
      const messages = toMessages(rounds, 'one', wire)
      expectValid(messages)
    }),
    { numRuns: loops(2_000) },
  )
})

test('C6: a chat told anew from what was told before is the same as told from its beginning', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(12)), (rounds, cuts) => {
      const made: MadeMessages = new WeakMap()
      for (const length of [...cuts, 12]) {
        // Which pictures are shown changes, and the last round of a chat is another object each time it is read.
        const images: ImagesOf = callId => [{ mimeType: 'image/png', base64: `${callId} of ${length}` }]
        const anew = toMessages(rounds.slice(0, length), 'one', wire, images)
        expect(toMessages(grown(rounds, length), 'one', wire, images, made)).toEqual(anew)
      }
    }),
    { numRuns: loops(1_000) },
  )
})

function grown(rounds: readonly Round[], length: number): Round[] {
  return rounds.slice(0, length).map((each, at, all) => (at === all.length - 1 ? { ...each } : each))
}

test('T5: no provider gets what another one gave', () => {
  fc.assert(
    fc.property(fc.array(round, { minLength: 1, maxLength: 6 }), rounds => {
      const turns = rounds
        .filter(each => each.kind === 'turn')
        .filter(each => each.text !== '' || each.calls.length > 0)
      const sent = toMessages(rounds, 'one', wire).filter(message => message.role === 'assistant')
      expect(sent).toHaveLength(turns.length)
      for (const [index, each] of turns.entries()) {
        const own = each.provider === 'one'
        expect(sent[index]?.reasoning).toBe(own ? each.reasoning : '')
        expect(sent[index]?.providerData).toEqual(own ? each.providerData : null)
      }
    }),
    { numRuns: loops(500) },
  )
})

test('I1: a call without a result is answered as interrupted, in its place', () => {
  const open = { repeats: 1, id: 'a', toolName: 'mail', argumentsText: '{}', state: 'started' }
  const messages = toMessages(
    [
      { kind: 'user', sequence: 1, text: 'Send it.' },
      {
        kind: 'turn',
        sequence: 2,
        step: 1,
        text: '',
        reasoning: '',
        provider: null,
        providerData: null,
        calls: [
          { ...open, result: null } as RoundCall,
          { ...open, id: 'b', state: 'succeeded', result: 'Sent.' } as RoundCall,
        ],
      },
    ],
    'one',
    wire,
  )
  expect(messages.slice(2)).toMatchObject([
    { role: 'tool', callId: 'a', content: expect.stringContaining('Interrupted'), isError: true },
    { role: 'tool', callId: 'b', content: 'Sent.', isError: false },
  ])
})

test.each([
  ['{ "a" : 1 }', '{"a":1}', '{ "a" : 1 }'],
  ['', '{}', '{}'],
  ['null', '{}', '{}'],
  ['"{\\"a\\":1}"', '{"a":1}', '{"a":1}'],
  ['{"a":', '{}', '{}'],
  ['[1]', '{}', '{}'],
])('F5: %s is never sent again as broken text', (argumentsText, argsCanonical, sent) => {
  expect(replayableArguments({ argumentsText, argsCanonical, state: 'invalid' })).toBe(sent)
})

test('T9: a model that goes in a circle is told so, from the third time on', () => {
  const same = { id: 'a', toolName: 'mail', argumentsText: '{}', state: 'succeeded', result: 'Same.' }
  const turn = (repeats: number): Round => ({
    kind: 'turn',
    sequence: repeats,
    step: repeats,
    text: '',
    reasoning: '',
    provider: null,
    providerData: null,
    calls: [{ ...same, repeats } as RoundCall],
  })
  const messages = toMessages([{ kind: 'user', sequence: 0, text: 'Go' }, turn(1), turn(2), turn(3)], 'one', wire)
  const told = messages.flatMap(message => (message.role === 'tool' ? [message.content] : []))
  expect(told).toEqual(['Same.', 'Same.', expect.stringMatching(/^Same\.\n\n\[Note: .* 3 times in a row\. /)])
})

test('T6: a summary stands at the beginning as the user’s words', () => {
  const rounds: Round[] = [
    { kind: 'summary', sequence: 4, text: 'They met.' },
    { kind: 'user', sequence: 5, text: 'And then?' },
  ]
  expect(toMessages(rounds, 'one', wire)).toEqual([
    { role: 'user', text: '[Summary of the conversation until here]\nThey met.\n\nAnd then?' },
  ])
})
