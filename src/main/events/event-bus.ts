import type { AppEvent, ChangedTopic } from '../../shared/contract/events.ts'

type WithoutSequence<E> = E extends unknown ? Omit<E, 'seq'> : never
export type NewEvent = WithoutSequence<Exclude<AppEvent, { type: 'hello' }>>

/** How many events a window that was away may catch up on; past that it looks at everything again. */
const KEPT = 2_000
/** What one slow reader may fall behind before it is dropped; it comes back with its last sequence. */
const READER_LIMIT = 5_000

/** Tells every window what happened, in order. Sequence numbers begin anew with each start of the app. */
export class EventBus {
  #sequence = 0
  readonly #kept: AppEvent[] = []
  readonly #readers = new Set<(event: AppEvent) => void>()

  publish(event: NewEvent): void {
    const numbered = { ...event, seq: ++this.#sequence } as AppEvent
    this.#kept.push(numbered)
    if (this.#kept.length > KEPT) this.#kept.shift()
    for (const reader of this.#readers) reader(numbered)
  }

  changed(topic: ChangedTopic, id: number | string | null = null): void {
    this.publish({ type: 'changed', topic, id })
  }

  /** Begins with `hello`, then everything after `after` that is still kept, then what comes. Ends with the signal. */
  async *subscribe(after: number | undefined, signal: AbortSignal | undefined): AsyncGenerator<AppEvent> {
    const queue: AppEvent[] = []
    let wake: (() => void) | undefined
    const reader = (event: AppEvent) => {
      queue.push(event)
      wake?.()
    }
    const stop = () => wake?.()
    const oldest = this.#kept[0]?.seq ?? this.#sequence + 1
    const restarted = after !== undefined && (after > this.#sequence || after < oldest - 1)
    const from = restarted ? this.#sequence : (after ?? this.#sequence)
    queue.push({ type: 'hello', seq: from, restarted }, ...this.#kept.filter(event => event.seq > from))
    this.#readers.add(reader)
    signal?.addEventListener('abort', stop)
    try {
      while (!signal?.aborted && queue.length < READER_LIMIT) {
        const event = queue.shift()
        if (event) yield event
        else
          await new Promise<void>(resolve => {
            wake = resolve
          })
      }
    } finally {
      this.#readers.delete(reader)
      signal?.removeEventListener('abort', stop)
    }
  }
}
