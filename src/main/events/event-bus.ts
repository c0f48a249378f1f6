import type { AppEvent, ChangedTopic } from '../../shared/contract/events.ts'

type WithoutSequence<E> = E extends unknown ? Omit<E, 'seq'> : never
export type NewEvent = WithoutSequence<Exclude<AppEvent, { type: 'hello' }>>

/** How many events a window that was away may catch up on; past that it looks at everything again. */
const KEPT = 2_000
/** What one slow reader may fall behind before it is dropped; it comes back with its last sequence. */
const READER_LIMIT = 5_000

/** Tells every window what happened, in order. */
export class EventBus {
  #sequence: number
  readonly #kept: AppEvent[] = []
  readonly #readers = new Set<(event: AppEvent) => void>()

  /** Begins at the time, so that a number of an earlier start of the app is always too old, and never means another event. */
  constructor(begin: number = Date.now()) {
    this.#sequence = begin
  }

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
    const oldest = this.#kept[0]?.seq ?? this.#sequence + 1
    const restarted = after !== undefined && (after > this.#sequence || after < oldest - 1)
    const from = restarted ? this.#sequence : (after ?? this.#sequence)
    let queue: AppEvent[] = [{ type: 'hello', seq: from, restarted }, ...this.#kept.filter(event => event.seq > from)]
    let wake: (() => void) | undefined
    // It may be that nobody takes anything any more, so the bound is kept here, where events come in.
    const reader = (event: AppEvent) => {
      if (queue.push(event) > READER_LIMIT) stop()
      wake?.()
    }
    const stop = () => {
      this.#readers.delete(reader)
      queue = []
      wake?.()
    }
    this.#readers.add(reader)
    signal?.addEventListener('abort', stop)
    try {
      while (!signal?.aborted) {
        const event = queue.shift()
        if (event) yield event
        else if (!this.#readers.has(reader)) return
        else
          await new Promise<void>(resolve => {
            wake = resolve
          })
      }
    } finally {
      stop()
      signal?.removeEventListener('abort', stop)
    }
  }
}
