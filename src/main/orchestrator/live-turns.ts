import type { z } from 'zod'
import type { taskView } from '../../shared/contract/tasks.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { TurnListener } from './collect-turn.ts'

type Streaming = NonNullable<z.infer<typeof taskView>['streaming']>
type StreamedCall = Streaming['calls'][number]
type Kind = 'text' | 'reasoning'

/** The turns being written now. Only in memory: a turn that was cut off is asked again. */
export class LiveTurns {
  readonly #turns = new Map<number, LiveTurn>()

  constructor(
    readonly events: EventBus,
    readonly deltaMs: number,
  ) {}

  /** `nameCall` says how a call is called in the window. */
  begin(taskId: number, step: number, nameCall: (wireName: string) => Omit<StreamedCall, 'index'>): LiveTurn {
    this.end(taskId)
    const turn = new LiveTurn(taskId, step, this.events, this.deltaMs, nameCall)
    this.#turns.set(taskId, turn)
    return turn
  }

  end(taskId: number): void {
    this.#turns.get(taskId)?.close()
    this.#turns.delete(taskId)
  }

  of(taskId: number): LiveTurn | undefined {
    return this.#turns.get(taskId)
  }
}

/** Gathers streamed text and sends it to the windows at most once in `deltaMs` (T2). */
export class LiveTurn implements TurnListener {
  readonly #sent: Record<Kind, string> = { text: '', reasoning: '' }
  readonly #waiting: Record<Kind, string> = { text: '', reasoning: '' }
  readonly #calls: StreamedCall[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(
    readonly taskId: number,
    readonly step: number,
    readonly events: EventBus,
    readonly deltaMs: number,
    readonly nameCall: (wireName: string) => Omit<StreamedCall, 'index'>,
  ) {}

  text(kind: Kind, text: string): void {
    this.#waiting[kind] += text
    this.#timer ??= setTimeout(() => this.#flush(), this.deltaMs)
  }

  callStarted(index: number, wireName: string): void {
    if (this.#calls.some(call => call.index === index)) return
    this.#calls.push({ index, ...this.nameCall(wireName) })
    this.#flush()
    this.events.changed('tasks', this.taskId)
  }

  /** Everything until now; what comes later continues exactly there. */
  view(): Streaming {
    this.#flush()
    return { step: this.step, text: this.#sent.text, reasoning: this.#sent.reasoning, calls: [...this.#calls] }
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #flush(): void {
    this.close()
    for (const kind of ['reasoning', 'text'] as const) {
      const text = this.#waiting[kind]
      if (text === '') continue
      const offset = this.#sent[kind].length
      this.#sent[kind] += text
      this.#waiting[kind] = ''
      this.events.publish({ type: 'task.delta', task_id: this.taskId, step: this.step, kind, offset, text })
    }
  }
}
