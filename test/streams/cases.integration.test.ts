import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyOf, readCases, type StreamCase } from './case.ts'
import { type CollectedTurn, collectTurn, request } from './collect.ts'
import { driverFor } from './replay-recording.ts'
import { type ReplayServer, startReplayServer } from './replay-server.ts'

let server: ReplayServer
beforeAll(async () => {
  server = await startReplayServer({ status: 200, contentType: 'text/plain', body: new Uint8Array() })
})
afterAll(() => server.close())

async function replay(one: StreamCase, pieceSize?: number): Promise<CollectedTurn> {
  const { contentType, body } = bodyOf(one)
  server.next = { status: 200, contentType, body: new TextEncoder().encode(body), ...(pieceSize ? { pieceSize } : {}) }
  const parameters = { type: 'object', properties: {} }
  const tools = (one.tools ?? []).map(wireName => ({ wireName, description: '', parameters }))
  return collectTurn(driverFor(one.format, server.origin), request({ tools }))
}

function check({ expect: due }: StreamCase, turn: CollectedTurn): void {
  if (due.error) return void expect(turn.error?.code).toBe(due.error)
  expect(turn.error).toBeNull()
  if (due.text !== undefined) expect(turn.text).toBe(due.text)
  if (due.reasoning !== undefined) expect(turn.reasoning).toBe(due.reasoning)
  if (due.calls) expect(turn.calls.map(call => [call.wireName, call.argumentsText])).toEqual(due.calls)
  if (due.ids) expect(turn.calls.map(call => call.providerCallId)).toEqual(due.ids)
  if (due.stop) expect(turn.finish?.stopReason).toBe(due.stop)
  if (due.tokens) expect([turn.finish?.usage.inputTokens, turn.finish?.usage.outputTokens]).toEqual(due.tokens)
  const indexes = turn.events.flatMap(event => (event.type === 'call' ? [event.index] : []))
  expect(indexes).toEqual(turn.calls.map((_, at) => at))
}

test.each(readCases().map(one => [`${one.id}: ${one.what} (${one.format})`, one] as const))(
  '%s',
  async (_title, one) => {
    check(one, await replay(one))
    check(one, await replay(one, 1))
  },
)
