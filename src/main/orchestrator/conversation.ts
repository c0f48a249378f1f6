import type { CallRow, ToldCall } from './call-store.ts'
import type { ToldRow } from './history-store.ts'
import type { Journal } from './journal.ts'
import { ASKED_REPEATS, Repeats } from './repeats.ts'
import { replayableArguments } from './replayable-arguments.ts'

/** A person's message, one turn of the model with its calls and what each was answered, or what stands for older rounds. */
export type Round =
  | { readonly kind: 'user'; readonly sequence: number; readonly text: string }
  | { readonly kind: 'summary'; readonly sequence: number; readonly text: string }
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

type Turn = Extract<Round, { kind: 'turn' }>

export interface RoundCall {
  readonly id: string
  readonly toolName: string
  /** Always a JSON object (F5). */
  readonly argumentsText: string
  readonly state: CallRow['state']
  /** Null while it has none. */
  readonly result: string | null
  /** The model got less of the result than the tool gave (T10). */
  readonly shortened: boolean
  /** How many came with the result. */
  readonly pictures: number
  /** How often the same call came in a row, this one included (T9). */
  readonly repeats: number
}

interface Rows {
  readonly history: readonly ToldRow[]
  readonly calls: readonly ToldCall[]
}

/**
 * The rounds of one chat as the model is told them. Rounds that are complete never change, so that each step reads only
 * what is new since the last: the cost of a step does not grow with the chat.
 */
export class Conversation {
  #rounds: Round[] = []
  #shortened = false
  /** Before the last turn, which is made again each time: a person may have let it go on. */
  #repeats = new Repeats()
  /** Of the last turn, once every call of it has its result. */
  #last: Rows | null = null

  constructor(
    readonly taskId: number,
    readonly journal: Journal,
  ) {}

  /** What it was when it was last read. */
  get rounds(): readonly Round[] {
    return this.#rounds
  }

  /** Reads what is new. */
  read(): readonly Round[] {
    const last = this.#rounds.findLast(round => round.kind === 'turn')
    if (!last) this.#repeats = new Repeats()
    const read = this.#made(last ? this.#rows(last) : this.#rowsFrom(0, 0))
    this.#rounds.length = last ? this.#rounds.lastIndexOf(last) : 0
    for (const round of read) this.#rounds.push(round)
    if (read.some(round => round.kind === 'summary')) this.#rounds = fromLastSummary(this.#rounds)
    this.#shortened ||= read.some(round => round.kind === 'turn' && round.calls.some(call => call.shortened))
    return this.#rounds
  }

  /** Whether some result was shortened, so that the rest can be asked for (T10). As of the last `read`. */
  get hasShortened(): boolean {
    return this.#shortened
  }

  /** The last call, when the rounds end with a turn. As of the last `read`. */
  get lastCall(): RoundCall | undefined {
    const last = this.#rounds.at(-1)
    return last?.kind === 'turn' ? last.calls.at(-1) : undefined
  }

  /** Those of this turn, and what is new. */
  #rows({ sequence, step }: Turn): Rows {
    const last = this.#last
    if (last?.history[0]?.sequence !== sequence) return this.#rowsFrom(sequence, step)
    const read = this.#rowsFrom(sequence + 1 + last.calls.length, step + 1)
    return { history: [...last.history, ...read.history], calls: [...last.calls, ...read.calls] }
  }

  #rowsFrom(sequence: number, step: number): Rows {
    const { history, calls } = this.journal
    return { history: history.told(this.taskId, sequence), calls: calls.told(this.taskId, step) }
  }

  #made({ history: rows, calls }: Rows): Round[] {
    const repeats = this.#repeats.copy()
    const results = new Map(rows.filter(row => row.role === 'tool').map(row => [row.callId, row.content]))
    const made = Map.groupBy(calls, call => call.step)
    const pictures = this.journal.media.countOf(this.taskId, calls[0]?.step ?? 0)
    this.#last = lastTurn(rows, calls, results)
    const round = (row: ToldRow): Round[] => {
      if (row.role === 'user') {
        repeats.restart()
        return [{ kind: 'user', sequence: row.sequence, text: row.content }]
      }
      if (row.role === 'summary')
        return [{ kind: 'summary', sequence: row.summarizedTo ?? row.sequence, text: row.content }]
      if (row.role !== 'assistant') return []
      this.#repeats = repeats.copy()
      return [
        {
          kind: 'turn',
          sequence: row.sequence,
          step: row.step,
          text: row.content,
          reasoning: row.reasoning,
          provider: row.provider,
          providerData: row.providerData,
          calls: (made.get(row.step) ?? []).map(call => this.#call(call, results.get(call.id), pictures, repeats)),
        },
      ]
    }
    return rows.flatMap(round)
  }

  #call(
    call: ToldCall,
    result: string | undefined,
    pictures: ReadonlyMap<string, number>,
    repeats: Repeats,
  ): RoundCall {
    const count = repeats.next(call)
    // The operator let it go on: from here it is counted anew.
    if (count >= ASKED_REPEATS && this.journal.loops.find(call.id)?.answer === 'continue') repeats.restart()
    return {
      id: call.id,
      toolName: call.toolName,
      argumentsText: replayableArguments(call),
      state: call.state,
      result: result ?? null,
      shortened: call.shortened,
      pictures: pictures.get(call.id) ?? 0,
      repeats: count,
    }
  }
}

/** Null while a call has no result: what becomes of it is read then. */
function lastTurn(
  rows: readonly ToldRow[],
  calls: readonly ToldCall[],
  results: ReadonlyMap<string | null, string>,
): Rows | null {
  const at = rows.findLastIndex(row => row.role === 'assistant')
  const turn = rows[at]
  if (!turn) return null
  const own = calls.filter(call => call.step === turn.step)
  if (!own.every(call => results.has(call.id))) return null
  const end = turn.sequence + own.length
  return { history: rows.slice(at).filter(row => row.sequence <= end), calls: own }
}

/** A summary comes first, in the place of the rounds it stands for; only the last one counts. */
function fromLastSummary(rounds: readonly Round[]): Round[] {
  const summary = rounds.findLast(round => round.kind === 'summary')
  if (!summary) return [...rounds]
  return [summary, ...rounds.filter(round => round.kind !== 'summary' && round.sequence > summary.sequence)]
}
