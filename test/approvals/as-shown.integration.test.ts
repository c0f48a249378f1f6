import { createHash } from 'node:crypto'
import type { JsonValue } from '@spora/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decisionOn } from '../../src/main/orchestrator/testing/world.ts'
import { canonicalJson } from '../../src/main/tools/canonical-json.ts'
import { loops } from '../loops.ts'
import { rawArguments } from './raw-arguments.ts'
import { relayWorld } from './relay-world.ts'

const IN_ONE_TURN = 25

const hashOf = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

test('T-APPR-01: what runs is byte for byte what was shown and approved; what has no single meaning is never asked about', async () => {
  const { world, executed, chat } = await relayWorld({ limits: { corrections: 1_000_000 } })
  const { sqlite } = world.parts.database
  const count = { sent: 0, ran: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(rawArguments, { minLength: IN_ONE_TURN, maxLength: IN_ONE_TURN }), async raws => {
      executed.clear()
      const task = await chat(...raws.map(({ text }) => ({ arguments: text })))
      const shown = world.calls(task.id)
      expect(shown).toHaveLength(IN_ONE_TURN)
      for (const [index, { text, bad }] of raws.entries()) {
        const call = shown[index]
        expect([text, call?.state]).toEqual([text, bad ? 'invalid' : 'awaiting'])
        if (bad || !call) continue
        // What is shown is what was sent, and what was hashed.
        const canonical = canonicalJson(call.arguments as JsonValue)
        expect(canonical).toBe(canonicalJson(JSON.parse(text)))
        expect(call.args_sha256).toBe(hashOf(canonical))
      }
      const waiting = shown.filter(({ state }) => state === 'awaiting')
      if (waiting.length > 0)
        await world.service.approve(
          task.id,
          waiting.map(call => decisionOn(call, 'approve')),
          1,
        )
      await world.settled(task.id)
      for (const call of waiting) {
        const row = sqlite
          .prepare('SELECT coalesce(args_canonical, arguments_text) AS args, state FROM tool_calls WHERE id = ?')
          .get(call.id)
        expect(row).toEqual({ args: canonicalJson(call.arguments as JsonValue), state: 'succeeded' })
        expect(executed.get(call.id)?.map(args => hashOf(canonicalJson(args)))).toEqual([call.args_sha256])
      }
      expect(executed.size).toBe(waiting.length)
      count.sent += raws.length
      count.ran += waiting.length
      count.refused += raws.length - waiting.length
    }),
    { numRuns: loops(10_000 / IN_ONE_TURN), endOnFailure: true },
  )
  console.log(
    `T-APPR-01: ${count.sent} arguments, ${count.ran} ran as shown, ${count.refused} without a meaning never asked`,
  )
  expect(count.refused).toBeGreaterThan(count.sent / 100)
  expect(count.ran).toBeGreaterThan(count.sent / 2)
}, 1_800_000)
