import type { ModelImage, ModelMessage } from '../models/model-driver.ts'
import type { Round } from './conversation.ts'
import { NOTED_REPEATS } from './repeats.ts'
import { INTERRUPTED, SAME_AGAIN, SUMMARY } from './result-texts.ts'

/** The pictures that came with the result of a call. */
export type ImagesOf = (callId: string) => readonly ModelImage[]

/**
 * T5: the conversation as a provider accepts it, whatever happened to it. It begins with a person, people and model take
 * turns, every call is followed by exactly one result, empty turns are left out, and what only one provider understands
 * (signatures, reasoning) goes to no other.
 */
export function toMessages(
  rounds: readonly Round[],
  provider: string,
  wire: (toolName: string) => string,
  images?: ImagesOf,
): ModelMessage[] {
  const messages: ModelMessage[] = []
  for (const round of rounds) {
    if (round.kind === 'user') addUser(messages, round.text)
    else if (round.kind === 'summary') addUser(messages, SUMMARY(round.text))
    else addTurn(messages, round, provider, wire, images)
  }
  // A turn that broke off (output limit, stopped by the operator) is taken up again.
  if (messages.at(-1)?.role === 'assistant') addUser(messages, 'Continue.')
  return messages
}

function addUser(messages: ModelMessage[], text: string): void {
  const last = messages.at(-1)
  if (last?.role === 'user') messages[messages.length - 1] = { role: 'user', text: `${last.text}\n\n${text}` }
  else messages.push({ role: 'user', text })
}

function addTurn(
  messages: ModelMessage[],
  turn: Extract<Round, { kind: 'turn' }>,
  provider: string,
  wire: (toolName: string) => string,
  images?: ImagesOf,
): void {
  if (turn.text === '' && turn.calls.length === 0) return
  if (messages.length === 0 || messages.at(-1)?.role === 'assistant') addUser(messages, 'Continue.')
  const own = turn.provider === provider
  messages.push({
    role: 'assistant',
    text: turn.text,
    reasoning: own ? turn.reasoning : '',
    calls: turn.calls.map(call => ({
      callId: call.id,
      wireName: wire(call.toolName),
      argumentsText: call.argumentsText,
    })),
    providerData: own ? turn.providerData : null,
  })
  for (const call of turn.calls)
    messages.push({
      role: 'tool',
      callId: call.id,
      wireName: wire(call.toolName),
      content: withNote(call.result ?? INTERRUPTED, call.repeats),
      isError: call.state !== 'succeeded' && call.state !== 'rejected',
      ...(images && call.pictures > 0 ? { images: images(call.id) } : {}),
    })
}

/** T9: what a model that goes in a circle is told. */
function withNote(content: string, repeats: number): string {
  return repeats < NOTED_REPEATS ? content : `${content}\n\n${SAME_AGAIN(repeats)}`
}
