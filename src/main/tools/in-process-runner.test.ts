import { AbstractTool, type ToolContext, ToolResult } from '@spora/sdk'
import { describe, expect, test } from 'vitest'
import { inProcessRunner } from './in-process-runner.ts'
import type { ToolInvocation } from './registered-tool.ts'

class Probe extends AbstractTool {
  constructor(readonly work: (context: ToolContext, args: object) => unknown) {
    super()
  }
  describeAction() {
    return 'Probe'
  }
  execute(args: object, _agentId: number, _taskId: number | null, context: ToolContext) {
    return this.work(context, args) as ToolResult
  }
}

const principal = { ownerUserId: 1, runnerUserId: 2, principalId: 3, type: 'group' as const, isResolvable: () => true }

function invocation(change: Partial<ToolInvocation> = {}): ToolInvocation {
  return {
    arguments: { a: 1 },
    operation: 'probe',
    agentId: 5,
    taskId: 6,
    callId: 'call-1',
    principal,
    settings: { key: 'value' },
    signal: new AbortController().signal,
    timeoutMs: 1000,
    progress: () => {},
    ...change,
  }
}

async function outcome(work: Probe['work'], change: Partial<ToolInvocation> = {}) {
  const logged: unknown[] = []
  const runner = inProcessRunner(new Probe(work), 'probe', { log: (...items) => void logged.push(...items) })
  const ended = await runner.execute(invocation(change))
  if (ended.kind !== 'result') throw new Error('lost')
  return { result: ended.result, logged }
}

test('D9: the context carries the principal, the settings, the call and its services', async () => {
  const told: unknown[] = []
  const { result } = await outcome(
    (context, args) => {
      context.progress(0.5, 'half')
      context.log('note')
      const { ownerUserId, runnerUserId, principalId, type, settings, callId } = context
      return ToolResult.ok('done', {
        ownerUserId,
        runnerUserId,
        principalId,
        type,
        settings,
        callId,
        args,
        ok: context.isResolvable(),
      } as never)
    },
    { progress: (...items) => void told.push(items) },
  )
  expect(result.data).toEqual({
    ownerUserId: 1,
    runnerUserId: 2,
    principalId: 3,
    type: 'group',
    settings: { key: 'value' },
    callId: 'call-1',
    args: { a: 1 },
    ok: true,
  })
  expect(told).toEqual([[0.5, 'half']])
})

test('D9: without a service for it, a tool has no network', async () => {
  const { result } = await outcome(
    async context => await context.fetch('https://example.com').then(() => ToolResult.ok('')),
  )
  expect(result).toEqual(ToolResult.fail('probe failed: This tool has no network access.'))
})

describe('D8: what a tool does wrong is an answer', () => {
  test.each<[string, unknown, string]>([
    ['an error', new Error('the disk is full\n    at stack'), 'probe failed: the disk is full.'],
    ['an error without a message', new Error(''), 'probe failed: it gave no reason.'],
    ['a text', 'no', 'probe failed: no.'],
    ['nothing', undefined, 'probe failed: undefined.'],
  ])('it throws %s: one clear sentence, and the stack goes to the log', async (_what, thrown, sentence) => {
    for (const work of [
      () => {
        throw thrown
      },
      () => Promise.reject(thrown),
    ]) {
      const { result, logged } = await outcome(work)
      expect(result).toEqual(ToolResult.fail(sentence))
      expect(logged).toEqual([thrown])
    }
  })

  test.each<[string, unknown, RegExp]>([
    ['nothing', undefined, /gave back nothing/],
    ['a text', 'ok', /type string/],
    ['null', null, /gave back null/],
    ['a BigInt', 5n, /type bigint/],
    ['a function', () => {}, /type function/],
    ['a half result', { success: true }, /type object/],
    ['a result of the wrong types', { success: 'yes', content: 5 }, /type object/],
    ['data with a BigInt', { success: true, content: '', data: 5n }, /data that is no JSON/],
    ['data with a function', { success: true, content: '', data: () => {} }, /data that is no JSON/],
  ])('B089: it returns %s', async (_what, value, sentence) => {
    const { result } = await outcome(() => value)
    expect(result.success).toBe(false)
    expect(result.content).toMatch(sentence)
  })

  test('B089: data that refers to itself', async () => {
    const data: Record<string, unknown> = {}
    data.self = data
    expect((await outcome(() => ({ success: true, content: '', data }))).result.success).toBe(false)
  })

  test('a result of another copy of the SDK is a result, and broken surrogates are mended', async () => {
    const { result } = await outcome(() => ({ success: true, content: 'a\ud83d', data: { when: new Date(0) } }))
    expect(result).toEqual(new ToolResult(true, 'a\ufffd', { when: '1970-01-01T00:00:00.000Z' }))
    expect(result).toBeInstanceOf(ToolResult)
  })
})

test('a call that takes too long is stopped, told so, and its late answer or failure is ignored (B094)', async () => {
  let signal: AbortSignal | undefined
  const { promise, reject } = Promise.withResolvers<never>()
  const { result } = await outcome(
    context => {
      signal = context.signal
      return promise
    },
    { timeoutMs: 20 },
  )
  expect(result).toEqual(ToolResult.fail('probe did not answer within 20 ms and was stopped.'))
  expect(signal?.aborted).toBe(true)
  reject(new Error('late'))
  await new Promise(resolve => setTimeout(resolve))
})

test('an aborted call ends at once, also one that never began', async () => {
  const controller = new AbortController()
  const running = outcome(() => new Promise(() => {}), { signal: controller.signal })
  controller.abort()
  expect((await running).result.content).toBe('probe was stopped before it finished.')
  const runs: string[] = []
  const { result } = await outcome(() => runs.push('ran'), { signal: AbortSignal.abort() })
  expect([result.success, runs]).toEqual([false, []])
})
