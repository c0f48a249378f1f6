import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { loops } from '../../../../test/loops.ts'
import type { ModelRequest } from '../../models/model-driver.ts'
import { ModelError } from '../../models/model-error.ts'
import { taskHistory } from '../../storage/schema.ts'
import { expectValid } from '../testing/expect-valid.ts'
import { MODEL } from '../testing/open-parts.ts'
import { call, type ScriptedTurn, say, turn } from '../testing/scripted-driver.ts'
import { World, type WorldOptions } from '../testing/world.ts'

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

/** A world whose model reads so many tokens, as its configuration says. */
function start(contextWindow: number | null, turns: readonly ScriptedTurn[], options: WorldOptions = {}): World {
  const world = new World({ ...options, turns })
  const { driverFor } = world.drivers
  const limited = { ...MODEL, contextWindow, maxOutputTokens: 100 }
  Object.assign(world.drivers, { driverFor: (id: number) => ({ ...driverFor(id), config: limited }) })
  worlds.push(world)
  return world
}

const isSummary = ({ system }: ModelRequest) => system.startsWith('You summarise')
const look = (word: string) => turn([call('lookup', { word })])
const sizeOf = ({ messages }: ModelRequest) => JSON.stringify(messages).length

/** Answers what a model would: a summary when it is asked for one, else the next of these. */
function withSummaries(answers: readonly ScriptedTurn[], summary = 'They looked things up.'): ScriptedTurn[] {
  const left = [...answers]
  const next: ScriptedTurn = request => {
    if (isSummary(request)) return say(summary)
    const answer = left.shift() ?? say('Done.')
    return typeof answer === 'function' ? answer(request) : answer
  }
  return Array(60).fill(next)
}

test('T6: what does not fit is summarised by the same model before it is sent; the originals stay', async () => {
  const words = Array.from({ length: 12 }, (_, index) => `${index} ${'long '.repeat(60)}`)
  const world = start(2_000, withSummaries([...words.map(look), say('All found.')]))
  const task = await world.ask('Find them all.')
  expect(task).toMatchObject({ status: 'COMPLETED', final_response: 'All found.', step_count: 13 })
  const asked = world.driver.requests
  expect(asked.some(isSummary)).toBe(true)
  for (const request of asked) {
    expectValid(request.messages)
    expect(sizeOf(request)).toBeLessThan(8_000)
  }
  const afterSummary = asked[asked.findIndex(isSummary) + 1]
  expect(afterSummary?.messages[0]).toMatchObject({
    role: 'user',
    text: expect.stringContaining('They looked things up.'),
  })
  const rows = world.parts.database.orm.select().from(taskHistory).all()
  expect(rows.filter(row => row.role === 'assistant')).toHaveLength(13)
  expect(rows.filter(row => row.role === 'summary').length).toBeGreaterThan(0)
  expect(task.timeline.filter(item => item.kind === 'notice' && item.code === 'SUMMARY').length).toBeGreaterThan(0)
  expect(task.timeline.filter(item => item.kind === 'call')).toHaveLength(12)
})

test('T6: a first message that is too long is summarised once, and what came after it stays', async () => {
  const world = start(2_400, withSummaries([look('one '.repeat(80)), look('two '.repeat(80)), say('Done.')]))
  await world.ask('much '.repeat(1_150))
  const asked = world.driver.requests
  expect(asked.map(isSummary)).toEqual([false, false, true, false])
  expect(JSON.stringify(asked.at(-1)?.messages)).toContain('one')
})

test('T6: a summary counts after a restart, and costs are shown', async () => {
  const words = Array.from({ length: 12 }, (_, index) => `${index} ${'long '.repeat(60)}`)
  const world = start(2_000, withSummaries([...words.map(look), say('Found.'), say('And this.')]))
  const task = await world.ask('Find them all.')
  expect(task.usage.input_tokens).toBeGreaterThan(13 * 10)
  await world.restart()
  world.service.continue(task.id, { prompt: 'And now?' })
  await world.settled(task.id)
  const last = world.driver.requests.at(-1)
  expect(last?.messages[0]).toMatchObject({ text: expect.stringContaining('[Summary of the conversation until here]') })
  expect(last?.messages.at(-1)).toMatchObject({ role: 'user', text: 'And now?' })
})

test('T6: an endpoint that says “too long” leads to a summary, with the limit it names', async () => {
  const tooLong = new ModelError('CONTEXT_WINDOW', 'Too long.', { retryable: false, contextLimit: 3_000 })
  const answers = withSummaries([look('a '.repeat(900)), look('b '.repeat(900)), tooLong, say('Done after all.')])
  const world = start(null, answers)
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'COMPLETED', final_response: 'Done after all.' })
  expect(world.driver.requests.filter(isSummary).length).toBeGreaterThan(0)
})

test('T6: a first message that does not fit fails at once, with its own code', async () => {
  const world = start(1_000, [say('never')])
  const task = await world.ask('much '.repeat(2_000))
  expect(task).toMatchObject({ status: 'FAILED', error: { code: 'CONTEXT_WINDOW_FIRST_TURN' } })
  expect(world.driver.requests).toEqual([])
  const tooLong = new ModelError('CONTEXT_WINDOW', 'Too long.', { retryable: false, raw: '400 too long' })
  const other = start(null, [tooLong])
  expect(await other.ask()).toMatchObject({ error: { code: 'CONTEXT_WINDOW_FIRST_TURN', raw: '400 too long' } })
})

test('T6: an endpoint that finds everything too long is not asked for ever', async () => {
  const tooLong = () => new ModelError('CONTEXT_WINDOW', 'Too long.', { retryable: false })
  const world = start(null, withSummaries([look('a'), look('b'), ...Array(50).fill(tooLong)]))
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'FAILED', error: { code: 'CONTEXT_WINDOW' } })
  expect(world.driver.requests.length).toBeLessThan(12)
})

test('T6: a single turn that is longer than everything is summarised in pieces that fit', async () => {
  const words = Array.from({ length: 8 }, (_, index) => call('lookup', { word: `${index} ${'long '.repeat(200)}` }))
  const world = start(2_000, withSummaries([turn(words), say('Done.')]))
  expect(await world.ask()).toMatchObject({ status: 'COMPLETED' })
  for (const request of world.driver.requests) expect(sizeOf(request)).toBeLessThan(9_000)
})

/** What a request costs an endpoint with four bytes a token, which is less than most count. */
const tokensOf = (request: ModelRequest) => (request.system.length + sizeOf(request)) / 4

test.each([8, 30, 64])(
  'T6: a turn with %i long results is summarised, and no request is longer than the window',
  async count => {
    const window = 8_192
    const calls = Array.from({ length: count }, (_, index) =>
      call('lookup', { word: `${index} ${'long '.repeat(3_000)}` }),
    )
    const answers = withSummaries([turn(calls), say('Done.')], 'Found. '.repeat(300))
    const strict = answers.map(
      (answer): ScriptedTurn =>
        request =>
          tokensOf(request) > window
            ? new ModelError('CONTEXT_WINDOW', 'Too long.', { retryable: false, contextLimit: window })
            : (answer as Exclude<ScriptedTurn, Error | readonly unknown[]>)(request),
    )
    const world = start(window, strict)
    expect(await world.ask()).toMatchObject({ status: 'COMPLETED', final_response: 'Done.' })
    for (const request of world.driver.requests) expect(tokensOf(request)).toBeLessThan(window)
    const read = JSON.stringify(world.driver.requests.filter(isSummary).map(({ messages }) => messages))
    const missing = calls.filter((_call, index) => !read.includes(`"${index} long`))
    expect(missing).toEqual([])
  },
)

test('T6: a model that gives no summary fails the chat clearly; nothing is lost', async () => {
  const words = Array.from({ length: 12 }, (_, index) => `${index} ${'long '.repeat(60)}`)
  const world = start(2_000, withSummaries(words.map(look), ''))
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'FAILED', error: { code: 'LLM_EMPTY' } })
  expect(task.timeline.filter(item => item.kind === 'call').length).toBeGreaterThan(2)
})

// I2, I4: a cut between a call and its result kills the chat.
test('T5, T6: whatever the window, every request is valid: cuts only between rounds (I2, I4)', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 600, max: 4_000 }),
      fc.array(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 8,
      }),
      async (window, turns) => {
        const answers = turns.map((sizes, index) =>
          turn(sizes.map((size, each) => call('lookup', { word: `${index}.${each} ${'x '.repeat(size)}` }))),
        )
        const world = start(window, withSummaries([...answers, say('Done.')]))
        try {
          const { id } = await world.ask()
          for (const { messages } of world.driver.requests) expectValid(messages)
          for (const made of world.calls(id)) expect(made.result).not.toBeNull()
        } finally {
          worlds.splice(worlds.indexOf(world), 1)
          await world.close()
        }
      },
    ),
    { numRuns: loops(60) },
  )
}, 300_000)
