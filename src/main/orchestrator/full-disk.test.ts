import { defineTool, type JsonValue, ToolResult } from '@spora/sdk'
import { afterEach, expect, test } from 'vitest'
import { ModelError } from '../models/model-error.ts'
import { registerBuiltin } from '../tools/register-builtin.ts'
import { MODEL } from './testing/open-parts.ts'
import { call, type ScriptedTurn, say, turn } from './testing/scripted-driver.ts'
import { World, type WorldOptions } from './testing/world.ts'

/*
 * R14: while nothing can be saved a chat waits with what it has; neither the model nor a tool is asked a second time, and
 * it goes on by itself.
 */

let world: World
afterEach(() => world.close())

function start(options: WorldOptions): void {
  world = new World(options)
}

/** The file can grow by so many pages and no more. */
function room(pages: number | null): void {
  const { sqlite } = world.parts.database
  const count = sqlite.pragma('page_count', { simple: true }) as number
  sqlite.pragma(`max_page_count = ${pages === null ? 1_000_000 : count + pages}`)
}

const codes = () => world.parts.database.notices.map(({ code }) => code)
const LONG = 'A long answer. '.repeat(10_000)

test('R14: an answer that finds no room is kept until it does, and the model is asked once', async () => {
  start({ turns: [say(LONG)] })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go.' }, 1)
  room(0)
  await world.until(() => codes().includes('DB_FULL'))
  expect(world.service.get(id)).toMatchObject({ status: 'RUNNING', step_count: 0 })
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(world.driver.requests).toHaveLength(1)
  room(null)
  expect(await world.settled(id)).toMatchObject({ status: 'COMPLETED', final_response: LONG, step_count: 1 })
  expect(world.driver.requests).toHaveLength(1)
  expect(codes()).toEqual([])
})

test('R14, T8: calls of an answer that found room later run before the model is asked again', async () => {
  const words = ['a', 'b'].map(word => call('lookup', { action: 'find', word }))
  start({ turns: [turn([...words, call('lookup', { action: 'find', word: LONG })]), say('Done.')] })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go.' }, 1)
  room(0)
  await world.until(() => codes().includes('DB_FULL'))
  room(null)
  expect(await world.settled(id)).toMatchObject({ status: 'COMPLETED', final_response: 'Done.' })
  expect(world.calls(id).map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  expect(world.driver.requests).toHaveLength(2)
  expect(world.driver.requests[1]?.messages.filter(({ role }) => role === 'tool')).toHaveLength(3)
})

test('R14: a chat that is stopped while its answer finds no room is asked again only when somebody wants it', async () => {
  start({ turns: [say(LONG), say('Short.')] })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go.' }, 1)
  room(0)
  await world.until(() => codes().includes('DB_FULL'))
  room(null)
  world.service.abort(id)
  expect((await world.settled(id)).status).toMatch(/ABORTED|COMPLETED/)
  expect(world.driver.requests).toHaveLength(1)
})

test('R14: what a tool did is kept until there is room, and it runs once', async () => {
  let runs = 0
  const Report = defineTool({
    name: 'report',
    description: 'Reports.',
    operations: {
      write: {
        description: 'Writes a report.',
        effect: 'write',
        requiresApprovalByDefault: false,
        describe: () => 'Write a report',
        execute: () => {
          runs++
          room(0)
          return ToolResult.ok(LONG)
        },
      },
    },
  })
  start({ tools: () => [registerBuiltin(new Report())], turns: [turn([call('report', {})]), say('Done.')] })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go.' }, 1)
  await world.until(() => codes().includes('DB_FULL'))
  room(null)
  expect(await world.settled(id)).toMatchObject({ status: 'COMPLETED', final_response: 'Done.' })
  expect(world.calls(id)).toMatchObject([{ state: 'succeeded' }])
  expect(runs).toBe(1)
  expect(world.driver.requests).toHaveLength(2)
})

test('R14: a person is told at once that nothing was saved, and it works when there is room', async () => {
  start({ turns: [say('Hello.')] })
  room(0)
  const begin = () => world.service.create({ agent_id: world.agentId, prompt: LONG }, 1)
  expect(begin).toThrow(
    expect.objectContaining({ code: 'DB_FULL', message: expect.stringContaining('nothing was saved') }),
  )
  expect(world.service.list()).toEqual([])
  room(null)
  expect(await world.settled(begin().id)).toMatchObject({ status: 'COMPLETED' })
})

const nested = (levels: number): JsonValue => (levels === 0 ? 1 : [nested(levels - 1)])
const picture = { type: 'image', data: 'AAAA', mimeType: 'image/png' }

test.each([
  ['data too deep for the database', 'failed', new ToolResult(true, 'Here it is.', nested(1_200))],
  [
    'a picture beside a list without end',
    'succeeded',
    ToolResult.ok(`[${JSON.stringify(picture)},${'['.repeat(29_000)}${']'.repeat(29_000)}]`),
  ],
])(
  'R14, R6: an answer with %s is no full disk: the call has %s, and the chat goes on',
  async (_what, state, result) => {
    start({ turns: [turn([call('lookup', { action: 'find', word: 'a' })]), say('Done.')] })
    world.answering('lookup', result)
    const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go.' }, 1)
    expect(await world.settled(id)).toMatchObject({ status: 'COMPLETED', final_response: 'Done.' })
    expect(world.calls(id)).toMatchObject([{ state }])
    expect(codes()).toEqual([])
  },
)

/** Nothing can be written at all. */
const readOnly = (on: boolean) => world.parts.database.sqlite.pragma(`query_only = ${on ? 'ON' : 'OFF'}`)

test.each([
  ['an error that will not pass', new ModelError('LLM_AUTH', 'No.', { retryable: false }), 1],
  [
    'an error that says when it passes',
    new ModelError('LLM_RATE_LIMIT', 'Slow.', { retryable: true, retryAfterMs: 200 }),
    2,
  ],
])(
  'R14, T7: while nothing can be saved, %s leads to no more requests than otherwise',
  async (_what, error, requests) => {
    const failing: ScriptedTurn = () => {
      readOnly(true)
      return error
    }
    start({ turns: [failing, say('Here I am.')], limits: { storageRetryMs: 1, longestRetryMs: 1_000 } })
    const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Go.' }, 1)
    await world.until(() => world.driver.requests.length === 1)
    await new Promise(resolve => setTimeout(resolve, 30))
    expect(world.driver.requests).toHaveLength(1)
    readOnly(false)
    expect(await world.settled(id)).toMatchObject({ status: requests === 1 ? 'FAILED' : 'COMPLETED' })
    expect(world.driver.requests).toHaveLength(requests)
  },
)

test('R14, T6: a summary that cannot be saved is kept until it can, and asked for once', async () => {
  const summing: ScriptedTurn = request => {
    if (!request.system.startsWith('You summarise')) return say('Done.')
    readOnly(true)
    return say('They looked.')
  }
  const look = (word: string): ScriptedTurn => turn([call('lookup', { action: 'find', word })])
  start({
    turns: [look('one '.repeat(80)), look('two '.repeat(80)), summing, summing, summing],
    limits: { storageRetryMs: 1 },
  })
  const { driverFor } = world.drivers
  Object.assign(world.drivers, {
    driverFor: (agentId: number) => ({
      ...driverFor(agentId),
      config: { ...MODEL, contextWindow: 2_400, maxOutputTokens: 100 },
    }),
  })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'much '.repeat(1_150) }, 1)
  const summaries = () => world.driver.requests.filter(({ system }) => system.startsWith('You summarise')).length
  await world.until(() => summaries() === 1)
  await new Promise(resolve => setTimeout(resolve, 30))
  expect(summaries()).toBe(1)
  readOnly(false)
  expect(await world.settled(id)).toMatchObject({ status: 'COMPLETED', final_response: 'Done.' })
  expect(summaries()).toBe(1)
})
