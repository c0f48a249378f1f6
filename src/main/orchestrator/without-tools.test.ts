import { afterEach, expect, test } from 'vitest'
import { ModelError } from '../models/model-error.ts'
import { call, say, turn } from './testing/scripted-driver.ts'
import { World } from './testing/world.ts'

let world: World
afterEach(() => world.close())

const NO_TOOLS = new ModelError('LLM_NO_TOOLS', 'The model “gemma” cannot use tools.', { retryable: false })
const offered = () => world.driver.requests.at(-1)?.tools.length ?? 0
const notices = (id: number) =>
  world.service.get(id).timeline.flatMap(item => (item.kind === 'notice' ? [item.code] : []))

test('H8: a model that takes no tools fails the chat with models that do, and the chat goes on without tools', async () => {
  world = new World({ turns: [NO_TOOLS, say('Fine.'), say('Still fine.'), say('With them.')] })
  const failed = await world.ask('Look it up.')
  expect(failed).toMatchObject({ status: 'FAILED', without_tools: false })
  expect(failed.error).toMatchObject({
    code: 'LLM_NO_TOOLS',
    action: 'without_tools',
    message: 'The model “gemma” cannot use tools. These call tools: “Able”.',
  })
  expect(offered()).toBeGreaterThan(0)
  world.service.retry(failed.id, { without_tools: true })
  expect(await world.settled(failed.id)).toMatchObject({ status: 'COMPLETED', without_tools: true })
  expect(offered()).toBe(0)
  expect(notices(failed.id)).toEqual(['LLM_NO_TOOLS', 'TOOLS_OFF'])
  // It stays so for the chat, over a restart as well, until the operator says otherwise.
  await world.restart()
  world.service.continue(failed.id, { prompt: 'More.' })
  await world.settled(failed.id)
  expect(offered()).toBe(0)
  expect(world.service.useTools(failed.id, true)).toMatchObject({ without_tools: false })
  world.service.useTools(failed.id, true)
  world.service.continue(failed.id, { prompt: 'And now?' })
  await world.settled(failed.id)
  expect(offered()).toBeGreaterThan(0)
  expect(notices(failed.id)).toEqual(['LLM_NO_TOOLS', 'TOOLS_OFF', 'TOOLS_ON'])
})

test('H8: a chat may begin without tools; what the model calls all the same does not run', async () => {
  world = new World({ turns: [turn([call('lookup', { word: 'x' })]), say('Then not.')] })
  const { id } = world.service.create({ agent_id: world.agentId, prompt: 'Hi.', without_tools: true }, 1)
  expect(await world.settled(id)).toMatchObject({ status: 'COMPLETED', without_tools: true })
  expect(world.driver.requests.map(({ tools }) => tools)).toEqual([[], []])
  expect(world.calls(id)).toMatchObject([{ state: 'invalid' }])
})

test('H8, T5: what was called before stands as words in a request without tools', async () => {
  world = new World({ turns: [turn([call('lookup', { word: 'fern' })]), say('A plant.'), say('Yes.')] })
  const { id } = await world.ask('What is a fern?')
  world.service.useTools(id, false)
  world.service.continue(id, { prompt: 'Sure?' })
  await world.settled(id)
  const { messages = [] } = world.driver.requests.at(-1) ?? {}
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
  expect(messages[1]).toMatchObject({ text: '[Called lookup with {"word":"fern"}]', calls: [], providerData: null })
  expect(messages[2]).toMatchObject({ text: expect.stringContaining('[Result of lookup]') })
})
