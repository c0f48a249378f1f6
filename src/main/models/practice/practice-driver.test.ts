import { expect, test } from 'vitest'
import { starters } from '../../agents/starters.ts'
import type { ModelEvent, ModelMessage, ModelRequest, WireTool } from '../model-driver.ts'
import { PracticeDriver } from './practice-driver.ts'

const calculator: WireTool = {
  wireName: 'calculator',
  description: 'Perform arithmetic calculations.',
  parameters: { type: 'object', properties: { expression: { type: 'string' } }, required: ['expression'] },
}
const time: WireTool = {
  wireName: 'time',
  description: 'Tells the time.',
  parameters: {
    type: 'object',
    properties: {
      action: { type: 'string', enum: ['now', 'format'] },
      epoch: { type: 'integer', minimum: 0 },
      timezone: { type: 'string', default: 'UTC' },
    },
    required: ['action'],
  },
}
const QUESTION = 'what is 19% of 240, and what time is it in Tokyo?'

async function turn(
  messages: ModelMessage[],
  tools: WireTool[] = [calculator, time],
  signal = new AbortController().signal,
) {
  const driver = new PracticeDriver({ settings: { word_delay: 0 } })
  const request: ModelRequest = { system: '', messages, tools, signal }
  const events: ModelEvent[] = []
  for await (const event of driver.stream(request)) events.push(event)
  const text = events.map(event => (event.type === 'text' ? event.text : '')).join('')
  const calls = events.flatMap(event =>
    event.type === 'call' ? [{ wireName: event.wireName, arguments: JSON.parse(event.argumentsText) }] : [],
  )
  return { text, calls, finish: events.at(-1) }
}

function asked(text: string): ModelMessage {
  return { role: 'user', text }
}

/** The turn with its calls, and what came back. */
function round(
  number: number,
  calls: { wireName: string; arguments: unknown }[],
  results: string[],
  failed = false,
): ModelMessage[] {
  const ids = calls.map((_, at) => `c${number}-${at}`)
  return [
    {
      role: 'assistant',
      text: '',
      reasoning: '',
      providerData: null,
      calls: calls.map((call, at) => ({
        callId: ids[at] ?? '',
        wireName: call.wireName,
        argumentsText: JSON.stringify(call.arguments),
      })),
    },
    ...results.map(
      (content, at): ModelMessage => ({
        role: 'tool',
        callId: ids[at] ?? '',
        wireName: calls[at]?.wireName ?? '',
        content,
        isError: failed,
      }),
    ),
  ]
}

const NOW = 'Current Date & Time: 2025-07-25T17:32:00+00:00\nWeekday: Friday\nTimezone: UTC\nUnix Timestamp: 1753464720'
const IN_TOKYO = '{"formatted":"2025-07-26T02:32:00+09:00","weekday":"Saturday"}'

test('M4: the starter question makes two calls in one turn, then a third, then a sentence', async () => {
  const first = await turn([asked(QUESTION)])
  expect(first.calls).toEqual([
    { wireName: 'calculator', arguments: { expression: '240*19/100' } },
    { wireName: 'time', arguments: { action: 'now' } },
  ])
  expect(first.finish).toMatchObject({ type: 'finish', stopReason: 'calls' })
  const one = round(1, first.calls, ['Result of 240*19/100 = 45.6', NOW])
  const second = await turn([asked(QUESTION), ...one])
  expect(second.calls).toEqual([
    { wireName: 'time', arguments: { action: 'format', epoch: 1753464720, timezone: 'Asia/Tokyo' } },
  ])
  const two = round(2, second.calls, [IN_TOKYO])
  const third = await turn([asked(QUESTION), ...one, ...two])
  expect(third.calls).toEqual([])
  expect(third.text).toBe('19% of 240 is 45.6.\n\nIn Tokyo it is 02:32 on Saturday, 2025-07-26.')
  expect(third.finish).toMatchObject({ stopReason: 'stop' })
})

test('M4: a rejected call is told with the reason, and an edited one with what ran', async () => {
  const { calls } = await turn([asked(QUESTION)])
  const rejected =
    'The operator rejected this call, so it did not run. This is a decision, not a failure: do not send the same call again. Reason: Not now.'
  const after = await turn([asked(QUESTION), ...round(1, calls, [rejected, rejected])])
  expect(after.calls).toEqual([])
  expect(after.text).toContain('The calculation did not run: you rejected it and said “Not now.”.')
  const edited =
    '[The operator changed the arguments before approving. What ran: {"expression":"240*20/100"}]\n\nResult of 240*20/100 = 48'
  const sum = await turn([asked('what is 19% of 240?'), ...round(1, calls.slice(0, 1), [edited])])
  expect(sum.text).toBe('You changed the calculation: 240*20/100 is 48.')
})

test('M4: the time here needs one call', async () => {
  const question = asked('What time is it?')
  const { calls } = await turn([question])
  expect(calls).toEqual([{ wireName: 'time', arguments: { action: 'now' } }])
  const after = await turn([question, ...round(1, calls, [NOW])])
  expect(after.text).toBe('It is 17:32 on Friday, 2025-07-25 (UTC).')
})

test('M4: a failed call is told as failed', async () => {
  const { calls } = await turn([asked('calculate 1/0')])
  const after = await turn([asked('calculate 1/0'), ...round(1, calls, ['Calculator error: division by zero.'], true)])
  expect(after.text).toBe('The calculation failed: Calculator error: division by zero.')
})

test('M4: a new question starts anew', async () => {
  const { calls } = await turn([asked(QUESTION)])
  const history = [asked(QUESTION), ...round(1, calls, ['Result of 240*19/100 = 45.6', NOW])]
  const next = await turn([...history, asked('2 plus 3')])
  expect(next.calls).toEqual([{ wireName: 'calculator', arguments: { expression: '2 + 3' } }])
})

test('M4: a tool that is off is asked for, not invented', async () => {
  const { calls, text } = await turn([asked(QUESTION)], [])
  expect(calls).toEqual([])
  expect(text).toContain('the tool Calculator')
  expect(text).toContain('the tool Time')
})

test('M4: with one operation allowed the discriminator may be missing', async () => {
  const only: WireTool = { ...time, parameters: { type: 'object', properties: { timezone: { type: 'string' } } } }
  const { calls } = await turn([asked('what time is it in Tokyo')], [only])
  expect(calls).toEqual([{ wireName: 'time', arguments: {} }])
  const after = await turn([asked('what time is it in Tokyo'), ...round(1, calls, [NOW])], [only])
  expect(after.text).toContain('the operation “format” is off')
})

test('M4: everything else is answered with what it is and what it understands', async () => {
  const { text, calls } = await turn([asked('Write me a poem')])
  expect(calls).toEqual([])
  expect(text).toContain('I am the Practice model. I am no AI')
  expect(text).toContain('what is 19% of 240')
})

test.each([
  [
    'remember that Ann likes tea and Bob likes coffee',
    'memories__memory',
    { action: 'save', name: 'ann-likes-tea-and-bob', content: 'Ann likes tea and Bob likes coffee' },
  ],
  ['read https://example.org/a?b=c', 'read_url', { op: 'fetch', url: 'https://example.org/a?b=c' }],
  ['search the web for spores and mycelium', 'acme-search__web_search', { query: 'spores and mycelium' }],
  [
    'hand over to Researcher: find the report',
    'handover',
    { op: 'handover', target_agent_id: 7, prompt: 'find the report' },
  ],
  ['ask agent 7 to find the report', 'handover', { op: 'sub_agent', agent_id: 7, prompt: 'find the report' }],
  ['what is the weather in Berlin?', 'weather__weather', { action: 'current', location: 'Berlin' }],
  ['will it rain in São Paulo tonight', 'weather__weather', { action: 'forecast', location: 'São Paulo' }],
])('M4: %s', async (phrase, wireName, args) => {
  const schema = (properties: object) => ({ type: 'object', properties })
  const tools: WireTool[] = [
    {
      wireName: 'memories__memory',
      description: '',
      parameters: schema({ action: { enum: ['list', 'save'] }, name: {}, content: {} }),
    },
    { wireName: 'read_url', description: '', parameters: schema({ op: { enum: ['fetch', 'fetch_pdf'] }, url: {} }) },
    { wireName: 'acme-search__web_search', description: '', parameters: schema({ query: {} }) },
    {
      wireName: 'weather__weather',
      description: '',
      parameters: schema({
        action: { enum: ['current', 'forecast', 'astronomy', 'search'] },
        location: {},
        days: {},
        query: {},
      }),
    },
    {
      wireName: 'handover',
      description: 'Hands over.\n[Effective Configuration]\n- Allowed Target Agents: Writer (#3), Researcher (#7)',
      parameters: schema({ op: { enum: ['handover', 'sub_agent'] }, target_agent_id: {}, agent_id: {}, prompt: {} }),
    },
  ]
  const { calls } = await turn([asked(phrase)], tools)
  expect(calls).toEqual([{ wireName, arguments: args }])
})

test('M4: what a starter offers to try is understood, or the tool it needs is named', async () => {
  for (const { examplePrompt } of starters) {
    const { text } = await turn([asked(examplePrompt)], [])
    expect({ examplePrompt, text }).toMatchObject({ text: expect.stringContaining('For that I need the') })
  }
})

test('M4: it stops at once when the task is stopped', async () => {
  const stopped = AbortSignal.abort()
  await expect(turn([asked('hello')], [], stopped)).rejects.toMatchObject({ code: 'LLM_ABORTED' })
})
