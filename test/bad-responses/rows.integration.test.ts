import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { AnthropicCompatibleDriver } from '../../src/main/models/anthropic-compatible-driver.ts'
import { OpenAICompatibleDriver } from '../../src/main/models/openai-compatible-driver.ts'
import { World } from '../../src/main/orchestrator/testing/world.ts'
import { taskHistory } from '../../src/main/storage/schema.ts'
import { startAnthropicServer } from '../model-servers/anthropic-server.ts'
import { startOpenAIServer } from '../model-servers/openai-server.ts'
import type { ModelServer, Script, ScriptedCall, ScriptedTurn } from '../model-servers/script.ts'
import { problemsOf } from '../model-servers/valid-request.ts'
import type { Format } from '../streams/recording.ts'

/* Answers of a model and what becomes of the chat, through HTTP and the whole runtime (bad inputs 3.4). */

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const formats = [
  { format: 'openai' as Format, start: startOpenAIServer, Driver: OpenAICompatibleDriver },
  { format: 'anthropic' as Format, start: startAnthropicServer, Driver: AnthropicCompatibleDriver },
]

const LOOKUP: ScriptedCall = { name: 'lookup', arguments: { word: 'x' } }
const ENDS = { openai: { filter: 'content_filter' }, anthropic: { filter: 'refusal' } }

describe.each(formats)('$format', ({ format, start, Driver }) => {
  async function chat(turns: readonly ScriptedTurn[]) {
    const server = (await start(turns as Script<unknown>)) as ModelServer<unknown>
    const settings = { base_url: server.baseUrl, api_key: 'sk-replay-0123456789', model: 'm' }
    const driver = new Driver({ name: 'Work', settings, maxOutputTokens: null })
    const world = new World({ driverFor: () => driver, limits: { modelRetries: 0 } })
    closers.push(
      () => world.close(),
      () => server.close(),
    )
    const problems = () => server.requests.flatMap(({ body }) => problemsOf(format, body))
    return { world, server, problems, task: await world.ask() }
  }

  test('B115: without an operation, or with one nobody knows, nothing runs and the model hears which there are', async () => {
    const calls = [{ to: 'ada' }, { action: 'burn' }, { action: null }].map(args => ({ name: 'mail', arguments: args }))
    const { world, server, task } = await chat([{ calls }, { text: 'Ok.' }])
    expect(world.calls(task.id).map(({ state }) => state)).toEqual(['invalid', 'invalid', 'invalid'])
    for (const call of world.calls(task.id)) expect(call.result?.content).toMatch(/send.*erase/s)
    expect(JSON.stringify(server.requests[1]?.body)).toMatch(/send.*erase/s)
    expect(world.tools.effects).toEqual([])
  })

  test('B116, B119: whatever ids a model gives, ours go out, and each result stands by its call', async () => {
    const ids = ['', 'x'.repeat(10_000), 'a\u0000b\u001b[31m\u202e', 'ü ü', '\ud83d']
    const calls = ids.map((id, at) => ({ id, name: 'lookup', arguments: { word: `w${at}` } }))
    const { server, problems, task } = await chat([{ calls }, { text: 'Ok.' }])
    expect(task.status).toBe('COMPLETED')
    expect(problems()).toEqual([])
    const sent = JSON.stringify(server.requests[1]?.body)
    const order = [...sent.matchAll(/w(\d) means something/g)].map(([, at]) => at)
    expect(order).toEqual(['0', '1', '2', '3', '4'])
  })

  test('B121, T9: after the same call three times the model is told, after five a person is asked', async () => {
    const { world, server, task } = await chat(Array.from({ length: 9 }, () => ({ calls: [LOOKUP] })))
    expect(task).toMatchObject({ status: 'PENDING_APPROVAL', step_count: 5 })
    expect(JSON.stringify(server.requests[2]?.body)).not.toContain('in a row')
    expect(JSON.stringify(server.requests[3]?.body)).toContain('3 times in a row')
    expect(world.service.pendingCalls()).toMatchObject([{ loop: { repeats: 5 } }])
  })

  test('B124: a filter is shown as one; an end nobody knows, or none, is an answer like any other', async () => {
    const filtered = await chat([{ text: 'I can', stop: ENDS[format].filter }])
    const code = format === 'openai' ? 'LLM_FILTER' : 'LLM_REFUSAL'
    expect(filtered.task).toMatchObject({ status: 'FAILED', error: { code, action: 'retry' } })
    expect(filtered.task.timeline).toContainEqual(expect.objectContaining({ kind: 'assistant', text: 'I can' }))
    for (const stop of ['paused', '']) {
      const { task } = await chat([{ text: 'Here.', stop }])
      expect(task).toMatchObject({ status: 'COMPLETED', final_response: 'Here.' })
    }
  })

  test.each([
    '```json\n{"name":"lookup","arguments":{"word":"x"}}\n```',
    '<tool_call>{"name":"lookup","arguments":{"word":"x"}}</tool_call>',
    '[TOOL_CALLS][{"name":"lookup","arguments":{"word":"x"}}]',
  ])('B144: a call written as text is never run: %s', async text => {
    const { world, task } = await chat([{ text }])
    expect(task).toMatchObject({ status: 'COMPLETED', final_response: text })
    expect(world.tools.effects).toEqual([])
    expect(world.calls(task.id)).toEqual([])
  })

  test('B146: a thousand pictures of another server in an answer are text: nobody fetches them', async () => {
    let visits = 0
    const other = createServer((_, response) => {
      visits++
      response.end()
    })
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise(resolve => other.close(() => resolve())))
    const { port } = other.address() as AddressInfo
    const text = Array.from({ length: 1_000 }, (_, at) => `![](http://127.0.0.1:${port}/${at}.png)`).join('\n')
    const { world, task } = await chat([{ text }, { text: 'Ok.' }])
    expect(task.final_response).toBe(text)
    world.service.continue(task.id, { prompt: 'And now?' })
    await world.settled(task.id)
    expect(visits).toBe(0)
  })

  test('B147: a chat whose calls lost their results is mended when it is sent', async () => {
    const { world, server, problems, task } = await chat([
      { calls: [LOOKUP, { name: 'lookup', arguments: { word: 'y' } }] },
      { text: 'Ok.' },
      { text: 'Mended.' },
    ])
    const { orm } = world.parts.database
    orm.delete(taskHistory).where(eq(taskHistory.role, 'tool')).run()
    await world.restart()
    world.service.continue(task.id, { prompt: 'And now?' })
    expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'Mended.' })
    expect(problems()).toEqual([])
    expect(JSON.stringify(server.requests[2]?.body).match(/Interrupted/g)).toHaveLength(2)
    expect(world.tools.effects).toEqual(['find x', 'find y'])
  })
})
