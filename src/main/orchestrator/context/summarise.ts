import type { ModelDriver, ModelUsage } from '../../models/model-driver.ts'
import { ModelError } from '../../models/model-error.ts'
import { type Asking, askModel } from '../ask-model.ts'
import type { Round } from '../conversation.ts'
import { estimateText } from './estimate-tokens.ts'
import { transcript } from './transcript.ts'

const INSTRUCTIONS = `You summarise the first part of a conversation between a user and an assistant that uses tools, so that the assistant can go on without having read it. Keep, in this order: what the user wants, word for word where it matters; decisions and rejections of the user; what was found out, with exact names, numbers, addresses and ids; what was already done, so that it is not done twice; what is still open. Write at most 600 words, no headings, nothing else.`

export interface Summary {
  readonly text: string
  readonly usage: ModelUsage
}

/** Asks the same model what the rounds said, in as many pieces as `room` tokens need. */
export async function summarise(
  driver: ModelDriver,
  rounds: readonly Round[],
  room: number,
  signal: AbortSignal,
  asking: Pick<Asking, 'limits' | 'faults' | 'retrying'>,
): Promise<Summary> {
  let before: Round[] = []
  const usage = { inputTokens: 0, outputTokens: 0, reasoningTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 }
  for (const piece of pieces(rounds.flatMap(callByCall), room)) {
    const text = transcript([...before, ...piece], longestPart(room))
    const turn = await askModel(
      driver,
      { system: INSTRUCTIONS, messages: [{ role: 'user', text }], tools: [], signal },
      { ...asking, attempt: () => SILENT },
    )
    if (turn.text.trim() === '')
      throw new ModelError('LLM_EMPTY', 'The conversation is too long, and the model gave no summary of it.', {
        retryable: false,
      })
    for (const key of Object.keys(usage) as (keyof typeof usage)[]) usage[key] += turn.usage[key]
    before = [{ kind: 'summary', sequence: 0, text: turn.text }]
  }
  return { text: before[0]?.text ?? '', usage }
}

/** What is read for a summary is not shown. */
const SILENT = { text() {}, callStarted() {} }

/** A twelfth of the room, in characters: a piece is many parts. */
function longestPart(room: number): number {
  return Math.max(200, Math.floor((room * 3) / 12))
}

/** A turn may have many calls: each is read on its own, so that what is read at once is never longer than a few parts. */
function callByCall(round: Round): Round[] {
  if (round.kind !== 'turn' || round.calls.length < 2) return [round]
  return round.calls.map((call, index) => ({ ...round, text: index === 0 ? round.text : '', calls: [call] }))
}

function* pieces(rounds: readonly Round[], room: number): Generator<Round[]> {
  let piece: Round[] = []
  let size = 0
  for (const round of rounds) {
    const tokens = estimateText(transcript([round], longestPart(room)))
    if (piece.length > 0 && size + tokens > room) {
      yield piece
      piece = []
      size = 0
    }
    piece.push(round)
    size += tokens
  }
  if (piece.length > 0) yield piece
}
