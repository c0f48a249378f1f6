import type { CallRow, CallStore } from './call-store.ts'
import type { HistoryStore } from './history-store.ts'
import { replayableArguments } from './replayable-arguments.ts'

/** A person's message, or one turn of the model with its calls and what each was answered. */
export type Round =
  | { readonly kind: 'user'; readonly sequence: number; readonly text: string }
  | {
      readonly kind: 'turn'
      readonly sequence: number
      readonly step: number
      readonly text: string
      readonly reasoning: string
      readonly provider: string | null
      readonly providerData: unknown
      readonly calls: readonly RoundCall[]
    }

export interface RoundCall {
  readonly id: string
  readonly toolName: string
  /** Always a JSON object (F5). */
  readonly argumentsText: string
  readonly state: CallRow['state']
  /** Null while it has none. */
  readonly result: string | null
}

/**
 * The rounds of one chat. Rounds that are complete never change, so that each step reads only what is new since the
 * last: the cost of a step does not grow with the chat.
 */
export class Conversation {
  readonly #rounds: Round[] = []

  constructor(
    readonly taskId: number,
    readonly history: HistoryStore,
    readonly calls: CallStore,
  ) {}

  rounds(): readonly Round[] {
    const reread = this.#rounds.findLastIndex(round => round.kind === 'turn')
    const last = this.#rounds[reread]
    const fromSequence = last?.sequence ?? 0
    const fromStep = last?.kind === 'turn' ? last.step : 0
    this.#rounds.splice(Math.max(reread, 0))
    this.#rounds.push(...this.#read(fromSequence, fromStep))
    return this.#rounds
  }

  #read(fromSequence: number, fromStep: number): Round[] {
    const rows = this.history.ofTask(this.taskId, fromSequence)
    const results = new Map(rows.filter(row => row.role === 'tool').map(row => [row.callId, row.content]))
    const calls = Map.groupBy(this.calls.ofTask(this.taskId, fromStep), call => call.step)
    return rows.flatMap((row): Round[] => {
      if (row.role === 'user') return [{ kind: 'user', sequence: row.sequence, text: row.content }]
      if (row.role !== 'assistant') return []
      return [
        {
          kind: 'turn',
          sequence: row.sequence,
          step: row.step,
          text: row.content,
          reasoning: row.reasoning,
          provider: row.provider,
          providerData: row.providerData,
          calls: (calls.get(row.step) ?? []).map(call => ({
            id: call.id,
            toolName: call.toolName,
            argumentsText: replayableArguments(call),
            state: call.state,
            result: results.get(call.id) ?? null,
          })),
        },
      ]
    })
  }
}
