import type { ModelMessage } from '../models/model-driver.ts'

/**
 * T5: a conversation in which tools were called, for a model that is offered none: what was called and what came back
 * stands in it as words, because providers take calls only beside the tools they are of.
 */
export function spokenMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.reduce<ModelMessage[]>((spoken, message) => {
    const said = inWords(message)
    const last = spoken.at(-1)
    if (last?.role === 'user' && said.role === 'user')
      spoken[spoken.length - 1] = { role: 'user', text: `${last.text}\n\n${said.text}` }
    else spoken.push(said)
    return spoken
  }, [])
}

function inWords(message: ModelMessage): ModelMessage {
  if (message.role === 'tool') return { role: 'user', text: `[Result of ${message.wireName}]\n${message.content}` }
  if (message.role === 'user' || message.calls.length === 0) return message
  const calls = message.calls.map(({ wireName, argumentsText }) => `[Called ${wireName} with ${argumentsText || '{}'}]`)
  // Signatures are of a turn with its calls.
  return {
    role: 'assistant',
    text: [message.text, ...calls].filter(text => text !== '').join('\n'),
    reasoning: '',
    calls: [],
    providerData: null,
  }
}
