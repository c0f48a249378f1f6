import { wellFormedText } from '../../text/well-formed.ts'
import type { Round } from '../conversation.ts'

/** Rounds as a text to be summarised; no part of it longer than `longest`. */
export function transcript(rounds: readonly Round[], longest: number): string {
  return rounds.map(round => roundText(round, longest)).join('\n\n')
}

function roundText(round: Round, longest: number): string {
  if (round.kind === 'user') return `User: ${cut(round.text, longest)}`
  if (round.kind === 'summary') return `Summary of what came before: ${cut(round.text, longest)}`
  const calls = round.calls.map(
    call =>
      `Called ${call.toolName} with ${cut(call.argumentsText, longest)}\nResult: ${cut(call.result ?? 'none', longest)}`,
  )
  return [...(round.text ? [`Assistant: ${cut(round.text, longest)}`] : []), ...calls].join('\n')
}

/** Beginning and end, cut between characters. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const half = Math.floor(longest / 2)
  return wellFormedText(`${text.slice(0, half)} […] ${text.slice(-half)}`)
}
