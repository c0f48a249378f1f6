import type { ModelImage, ModelMessage } from '../models/model-driver.ts'
import type { Round, RoundCall } from './conversation.ts'
import { NOTED_REPEATS } from './repeats.ts'
import { INTERRUPTED, SAME_AGAIN, SUMMARY } from './result-texts.ts'

type Turn = Extract<Round, { kind: 'turn' }>

/**
 * What rounds became under the same names, for the same provider, by the first round of the chat: complete rounds never
 * change, so that a step only adds what is new.
 */
export type MadeMessages = WeakMap<Round, Made>

interface Made {
  /** How many rounds, and the last of them. */
  readonly count: number
  readonly last: Round
  readonly messages: readonly ModelMessage[]
}

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
  made: MadeMessages = new WeakMap(),
): ModelMessage[] {
  const [first] = rounds
  const known = first && made.get(first)
  const before = known && rounds[known.count - 1] === known.last ? known : null
  const messages: ModelMessage[] = before ? [...before.messages] : []
  let settled = true
  for (let index = before?.count ?? 0; index < rounds.length; index++) {
    const round = rounds[index] as Round
    const last = rounds[index - 1]
    // The last round may yet be told differently, and so may pictures.
    if (settled && (index === rounds.length - 1 || hasPictures(round))) {
      if (first && last) made.set(first, { count: index, last, messages: [...messages] })
      settled = false
    }
    if (round.kind === 'user') addUser(messages, round.text)
    else if (round.kind === 'summary') addUser(messages, SUMMARY(round.text))
    else
      addTurn(messages, round, [said(round, provider, wire), ...round.calls.map(call => answered(call, wire, images))])
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

function addTurn(messages: ModelMessage[], turn: Turn, own: readonly ModelMessage[]): void {
  if (turn.text === '' && turn.calls.length === 0) return
  if (messages.length === 0 || messages.at(-1)?.role === 'assistant') addUser(messages, 'Continue.')
  messages.push(...own)
}

/** Which of them are shown changes as more come. */
function hasPictures(round: Round): boolean {
  return round.kind === 'turn' && round.calls.some(call => call.pictures > 0)
}

function said(turn: Turn, provider: string, wire: (toolName: string) => string): ModelMessage {
  const own = turn.provider === provider
  return {
    role: 'assistant',
    text: turn.text,
    reasoning: own ? turn.reasoning : '',
    calls: turn.calls.map(call => ({
      callId: call.id,
      wireName: wire(call.toolName),
      argumentsText: call.argumentsText,
    })),
    providerData: own ? turn.providerData : null,
  }
}

function answered(call: RoundCall, wire: (toolName: string) => string, images: ImagesOf | undefined): ModelMessage {
  return {
    role: 'tool',
    callId: call.id,
    wireName: wire(call.toolName),
    content: withNote(call.result ?? INTERRUPTED, call.repeats),
    isError: call.state !== 'succeeded' && call.state !== 'rejected',
    ...(images && call.pictures > 0 ? { images: images(call.id) } : {}),
  }
}

/** T9: what a model that goes in a circle is told. */
function withNote(content: string, repeats: number): string {
  return repeats < NOTED_REPEATS ? content : `${content}\n\n${SAME_AGAIN(repeats)}`
}
