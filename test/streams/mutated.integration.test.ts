import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loops } from '../loops.ts'
import { bodyOf, readCases } from './case.ts'
import { collectTurn, request } from './collect.ts'
import { mutate, mutation } from './mutate.ts'
import { driverFor } from './replay-recording.ts'
import { type ReplayServer, startReplayServer } from './replay-server.ts'

let server: ReplayServer
beforeAll(async () => {
  server = await startReplayServer({ status: 200, contentType: 'text/plain', body: new Uint8Array() })
})
afterAll(() => server.close())

test('R6: whatever becomes of an answer on its way, the driver ends with a turn or a ModelError', async () => {
  const tools = [{ wireName: 'now', description: '', parameters: { type: 'object', properties: {} } }]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...readCases()),
      fc.array(mutation, { minLength: 1, maxLength: 4 }),
      async (one, changes) => {
        const { contentType, body } = bodyOf(one)
        server.next = { status: 200, contentType, body: new TextEncoder().encode(mutate(body, changes)) }
        const turn = await collectTurn(driverFor(one.format, server.origin), request({ tools }))
        expect(turn.text.isWellFormed()).toBe(true)
        if (turn.error) expect(turn.error.message.length).toBeLessThanOrEqual(500)
        else for (const call of turn.calls) expect(call.wireName).not.toBe('')
      },
    ),
    { numRuns: loops(20_000) },
  )
}, 600_000)
