import type { Round } from '../conversation.ts'
import type { Journal } from '../journal.ts'
import type { ImagesOf } from '../to-messages.ts'

/** Every picture is sent with every request, so only those of the last calls are; the others are said in words. */
const MOST = 6

export function latestImages(journal: Journal, rounds: readonly Round[]): ImagesOf {
  const calls = rounds.flatMap(round => (round.kind === 'turn' ? round.calls : [])).filter(call => call.pictures > 0)
  const sent = new Map<string, number>()
  let left = MOST
  for (const { id, pictures } of calls.toReversed()) {
    const count = Math.min(left, pictures)
    if (count > 0) sent.set(id, count)
    left -= count
  }
  return callId =>
    Array.from({ length: sent.get(callId) ?? 0 }, (_, index) => journal.media.read(callId, index + 1)).filter(
      image => image !== null,
    )
}
