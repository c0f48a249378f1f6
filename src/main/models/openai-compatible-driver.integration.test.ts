import { expect, test } from 'vitest'
import { startOpenAIServer } from '../../../test/model-servers/openai-server.ts'
import type { ModelEvent, ModelRequest } from './model-driver.ts'
import { OpenAICompatibleDriver } from './openai-compatible-driver.ts'

async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

test('M2: a turn with reasoning, text and two parallel calls arrives whole', async () => {
  const server = await startOpenAIServer([
    {
      reasoning: 'Let me think.\n',
      text: '  I will  look.\n\n\n\tTwice. ',
      calls: [
        { name: 'calculator', arguments: { expression: '240*19/100' } },
        { name: 'time', arguments: '' },
      ],
    },
  ])
  const driver = new OpenAICompatibleDriver({
    name: 'Work model',
    settings: { base_url: server.baseUrl, api_key: 'sk-test-1234567890', model: 'scripted' },
    maxOutputTokens: null,
  })
  const request: ModelRequest = {
    system: 'Be brief.',
    messages: [{ role: 'user', text: 'hello' }],
    tools: [{ wireName: 'calculator', description: 'Sums', parameters: { type: 'object', properties: {} } }],
    signal: new AbortController().signal,
  }
  const events = await collect(driver.stream(request))
  console.log(
    JSON.stringify(
      events.filter(e => e.type !== 'text'),
      null,
      1,
    ),
    JSON.stringify(server.requests[0]),
  )
  expect(events.map(e => (e.type === 'text' ? e.text : '')).join('')).toBe('  I will  look.\n\n\n\tTwice. ')
  await server.close()
})
