import { expect } from 'vitest'
import type { ModelMessage } from '../../models/model-driver.ts'

/** What providers demand: a person first, turns in turn, each call answered once right after its turn. */
export function expectValid(messages: readonly ModelMessage[]): void {
  expect(messages[0]?.role ?? 'user').toBe('user')
  const open: string[] = []
  let before: ModelMessage['role'] | null = null
  for (const message of messages) {
    if (message.role === 'tool') expect(message.callId).toBe(open.shift())
    else {
      expect(open).toEqual([])
      expect(message.role).not.toBe(before === 'tool' ? 'none' : before)
    }
    if (message.role === 'assistant') {
      expect(message.text !== '' || message.calls.length > 0).toBe(true)
      open.push(...message.calls.map(call => call.callId))
      for (const call of message.calls) expect(call.wireName).toMatch(/^[A-Za-z0-9_-]{1,64}$/)
    }
    before = message.role
  }
  expect(open).toEqual([])
  expect(messages.at(-1)?.role).not.toBe('assistant')
}
