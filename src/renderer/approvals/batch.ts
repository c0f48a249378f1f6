import type { CallView } from '../../shared/contract/calls.ts'
import type { Draft } from './decisions.ts'

export interface BatchCounts {
  readonly approved: number
  readonly rejected: number
  readonly undecided: number
}

export function batchCounts(calls: readonly CallView[], draftOf: (call: CallView) => Draft): BatchCounts {
  const verdicts = calls.map(call => draftOf(call).verdict)
  const count = (verdict: Draft['verdict']) => verdicts.filter(other => other === verdict).length
  return { approved: count('approve'), rejected: count('reject'), undecided: count(null) }
}

export type BatchPart = readonly [key: 'run' | 'reject' | 'keep', count: number]

/** What pressing the button does, in parts: "Run 2, reject 1, keep 1 waiting". */
export function batchParts({ approved, rejected, undecided }: BatchCounts): BatchPart[] {
  const parts: BatchPart[] = [
    ['run', approved],
    ['reject', rejected],
    ['keep', undecided],
  ]
  return parts.filter(([, count]) => count > 0)
}
