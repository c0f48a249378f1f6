import { expect, test } from 'vitest'
import { anthropicPrompt } from './anthropic-prompt.ts'
import type { ModelMessage, ModelRequest } from './model-driver.ts'
import { openAIPrompt } from './openai-prompt.ts'

const images = [{ mimeType: 'image/png', base64: 'iVBORw0KGgo=' }]
const calls = ['a', 'b'].map(callId => ({ callId, wireName: 'shot', argumentsText: '{}' }))
const result = (callId: string, more: object = {}): ModelMessage => ({
  role: 'tool',
  callId,
  wireName: 'shot',
  content: `Result ${callId}`,
  isError: false,
  ...more,
})
const request = (...results: ModelMessage[]): ModelRequest => ({
  system: '',
  messages: [
    { role: 'user', text: 'Look' },
    { role: 'assistant', text: '', reasoning: '', calls, providerData: null },
    ...results,
  ],
  tools: [],
  signal: new AbortController().signal,
})
const file = { type: 'file', mediaType: 'image/png', data: { type: 'data', data: 'iVBORw0KGgo=' } }

test('J5: with this API pictures follow behind the last result of their turn, so that every call is answered first', () => {
  const prompt = openAIPrompt(request(result('a', { images }), result('b', { images })))
  expect(prompt.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user'])
  expect(prompt.at(-1)).toMatchObject({ content: [{ type: 'text' }, file, file] })
  expect(openAIPrompt(request(result('a'), result('b'))).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'tool',
  ])
})

test('J5: with this API pictures stand inside their result; an error has none', () => {
  const prompt = anthropicPrompt(request(result('a', { images }), result('b', { images, isError: true })), false)
  const outputs = prompt.flatMap(message =>
    message.role === 'tool' ? message.content.map(part => (part.type === 'tool-result' ? part.output : null)) : [],
  )
  expect(outputs).toEqual([
    { type: 'content', value: [{ type: 'text', text: 'Result a' }, file] },
    { type: 'error-text', value: 'Result b' },
  ])
})
