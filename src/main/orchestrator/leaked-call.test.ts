import { afterEach, expect, test } from 'vitest'
import { leakedCall } from './leaked-call.ts'
import { call, say, turn } from './testing/scripted-driver.ts'
import { World } from './testing/world.ts'

const worlds: World[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const NAMES = ['look', 'lookup', 'acme__search-all']
const CALL = '{"name":"lookup","arguments":{"word":"x"}}'

test.each([
  `<tool_call>${CALL}</tool_call>`,
  `Let me see.\n<tool_call>\n${CALL.slice(0, 20)}`,
  `[TOOL_CALLS][${CALL}]`,
  '[TOOL_CALLS]lookup[ARGS]{"word":"x"}',
  '<function=lookup>{"word":"x"}</function>',
  '<function_calls><invoke name="lookup"><parameter name="word">x</parameter></invoke>',
  '<|tool_calls_section_begin|><|tool_call_begin|>functions.lookup:0<|tool_call_argument_begin|>{"word":"x"}',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>lookup',
  '<|channel|>commentary to=functions.lookup <|message|>{"word":"x"}',
  `<|python_tag|>${CALL}`,
  `functools[${CALL}]`,
  CALL,
  `\`\`\`json\n${CALL}\n\`\`\``,
  `[{"name":"lookup","parameters":{"word":"x"}}]`,
])('H7: %j is a call that was written as text', text => {
  expect(leakedCall(text, NAMES)).toBe('lookup')
})

test.each([
  'You can lookup a word.',
  'Qwen writes <tool_call> before a call.',
  '<tool_call>{"name":"elsewhere","arguments":{}}</tool_call>',
  '{"lookup": "a word"}',
  'Here is one: ```json\n{"name":"lookup","arguments":{}}\n``` as an example.',
  '',
])('H7: %j is not', text => {
  expect(leakedCall(text, NAMES)).toBeNull()
})

test('H7: names are whole, whatever characters they have', () => {
  expect(leakedCall('<tool_call>acme__search-all', NAMES)).toBe('acme__search-all')
  expect(leakedCall('<tool_call>acme__search-all-2', NAMES)).toBeNull()
})

test('H7: the chat says so, runs nothing, and goes on when the person asks again', async () => {
  const text = `<tool_call>${CALL}`
  const world = new World({ turns: [say(text), turn([call('lookup', { word: 'x' })]), say('Found.')] })
  worlds.push(world)
  const task = await world.ask()
  expect(task).toMatchObject({ status: 'COMPLETED', final_response: text })
  expect(task.timeline.at(-1)).toMatchObject({
    kind: 'notice',
    code: 'CALL_AS_TEXT',
    text: expect.stringContaining('“lookup”'),
  })
  expect(world.tools.effects).toEqual([])
  world.service.continue(task.id, { prompt: 'Call the tool.' })
  expect(await world.settled(task.id)).toMatchObject({ status: 'COMPLETED', final_response: 'Found.' })
  expect(world.tools.effects).toEqual(['find x'])
})
