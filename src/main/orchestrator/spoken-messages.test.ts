import { expect, test } from 'vitest'
import type { ModelMessage } from '../models/model-driver.ts'
import { spokenMessages } from './spoken-messages.ts'

const said = (text: string, ...calls: string[]): ModelMessage => ({
  role: 'assistant',
  text,
  reasoning: 'Hm.',
  calls: calls.map(name => ({ callId: name, wireName: name, argumentsText: name === 'now' ? '' : '{"a":1}' })),
  providerData: { signature: 'x' },
})
const result = (name: string, content: string): ModelMessage => ({
  role: 'tool',
  callId: name,
  wireName: name,
  content,
  isError: false,
})

test('H8, T5: calls and results become words, roles still take turns, nothing signed is left on a changed turn', () => {
  const plain = said('Good.')
  expect(
    spokenMessages([
      { role: 'user', text: 'Hi' },
      said('', 'sum', 'now'),
      result('sum', '2'),
      result('now', 'noon'),
      plain,
      { role: 'user', text: 'Bye' },
    ]),
  ).toEqual([
    { role: 'user', text: 'Hi' },
    { ...said('[Called sum with {"a":1}]\n[Called now with {}]'), reasoning: '', providerData: null },
    { role: 'user', text: '[Result of sum]\n2\n\n[Result of now]\nnoon' },
    plain,
    { role: 'user', text: 'Bye' },
  ])
})
