import { defineTool, ToolResult } from '@spora/sdk'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallClock } from './call-clock.ts'
import { registerBuiltin } from './register-builtin.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

// Progress came every second, and the call was cut after a minute all the same.
test('J2: each sign of life gives the same time again, up to the longest a call may take', () => {
  const late = vi.fn()
  const clock = new CallClock(1_000, late, 10_000)
  for (let at = 0; at < 9_500; at += 500) {
    vi.advanceTimersByTime(500)
    clock.alive()
  }
  expect(late).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(late).toHaveBeenCalledTimes(1)
  clock.alive()
  vi.advanceTimersByTime(20_000)
  expect(late).toHaveBeenCalledTimes(1)
})

test('J2: without a sign of life it is over after its time; stopped, it never is', () => {
  const late = vi.fn()
  new CallClock(1_000, late)
  const stopped = new CallClock(1_000, late)
  stopped.stop()
  stopped.alive()
  vi.advanceTimersByTime(60_000)
  expect(late).toHaveBeenCalledTimes(1)
})

test('J2: a tool that reports progress every second works for five minutes; one that falls silent is ended', async () => {
  const Long = defineTool({
    name: 'long',
    description: 'Takes long.',
    operations: {
      work: {
        description: 'Works.',
        describe: () => 'Work',
        parameters: { seconds: { type: 'integer', description: 'How long.' } },
        execute: async ({ seconds }, _agent, _task, context) => {
          for (let second = 0; second < Number(seconds); second++) {
            await new Promise(resolve => setTimeout(resolve, 1_000))
            context.progress(second / Number(seconds), 'on')
          }
          await new Promise(resolve => setTimeout(resolve, seconds === 300 ? 0 : 100_000))
          return ToolResult.ok('Done.')
        },
      },
    },
  })
  const { runner } = registerBuiltin(new Long())
  const progress = vi.fn()
  const run = async (seconds: number) => {
    const ended = runner.execute({
      arguments: { seconds },
      operation: 'work',
      agentId: 1,
      taskId: 1,
      callId: 'a',
      principal: { ownerUserId: 1, runnerUserId: 1, principalId: 1, type: 'user', isResolvable: () => true },
      settings: {},
      signal: new AbortController().signal,
      timeoutMs: 60_000,
      progress,
    })
    await vi.advanceTimersByTimeAsync(400_000)
    return ended
  }
  expect(await run(300)).toMatchObject({ result: { success: true, content: 'Done.' } })
  expect(progress).toHaveBeenCalledTimes(300)
  expect(await run(5)).toMatchObject({ result: { success: false, content: expect.stringContaining('60 s') } })
})
