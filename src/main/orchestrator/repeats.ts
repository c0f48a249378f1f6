import type { CallRow } from './call-store.ts'

/** From here on the model is told that it goes in a circle (T9). */
export const NOTED_REPEATS = 3
/** From here on the operator is asked. */
export const ASKED_REPEATS = 5

/** Counts how often the same call came in a row: the same operation of the same tool with the same arguments. */
export class Repeats {
  #last: string | null = null
  #count = 0

  next(call: Pick<CallRow, 'toolName' | 'operation' | 'state' | 'argsCanonical' | 'argumentsText'>): number {
    // What was refused has no canonical arguments: it is the same when it is written the same.
    const args = call.state === 'invalid' ? call.argumentsText : call.argsCanonical
    const same = JSON.stringify([call.toolName, call.operation, args])
    this.#count = same === this.#last ? this.#count + 1 : 1
    this.#last = same
    return this.#count
  }

  copy(): Repeats {
    const copy = new Repeats()
    copy.#last = this.#last
    copy.#count = this.#count
    return copy
  }

  /** A person has spoken: whatever comes now comes for the first time. */
  restart(): void {
    this.#last = null
    this.#count = 0
  }
}
