import type { Round } from '../conversation.ts'
import { estimateRound, sum } from './estimate-tokens.ts'

/**
 * T6: how many of the oldest rounds are to be summarised so that the rest fits into `room`; always at least one round
 * that is not a summary already. Null when there is nothing left that could be.
 */
export function roundsToSummarise(rounds: readonly Round[], room: number): number | null {
  const isSummary = rounds[0]?.kind === 'summary'
  const least = isSummary ? 2 : 1
  if (!rounds.some(round => round.kind === 'turn') || rounds.length < least) return null
  const sizes = rounds.map(estimateRound)
  for (let count = least; count < rounds.length; count++) if (sum(sizes.slice(count)) <= room) return count
  return rounds.length
}
