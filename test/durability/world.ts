import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/*
 * What stands outside the app: the effects its tools had, and what the app told a person is saved. Both survive whatever
 * happens to the app, because each line is on the disk before anything else happens.
 */

export type Acknowledged =
  | { readonly kind: 'chat'; readonly id: number }
  | { readonly kind: 'secret' }
  | { readonly kind: 'decision'; readonly call: string; readonly verdict: string; readonly hash: string }
  /** What a person said of a call nobody knew the end of. */
  | { readonly kind: 'answer'; readonly call: string; readonly answer: string }

export interface Effect {
  readonly tool: string
  readonly call: string
}

export class OutsideWorld {
  constructor(readonly folder: string) {}

  effect(effect: Effect): void {
    this.#append('effects', effect)
  }

  acknowledge(fact: Acknowledged): void {
    this.#append('acknowledged', fact)
  }

  /** What the app said of the disk: to a request, or as a notice. */
  told(sentence: string): void {
    this.#append('told', sentence)
  }

  get sentences(): string[] {
    return this.#lines('told') as string[]
  }

  /** The process of a plugin that was started. */
  started(pid: number): void {
    this.#append('children', pid)
  }

  get effects(): Effect[] {
    return this.#lines('effects') as Effect[]
  }

  get acknowledged(): Acknowledged[] {
    return this.#lines('acknowledged') as Acknowledged[]
  }

  get children(): number[] {
    return this.#lines('children') as number[]
  }

  #append(name: string, value: unknown): void {
    const file = openSync(join(this.folder, name), 'a')
    writeSync(file, `${JSON.stringify(value)}\n`)
    fsyncSync(file)
    closeSync(file)
  }

  #lines(name: string): unknown[] {
    const path = join(this.folder, name)
    return existsSync(path)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map(line => JSON.parse(line) as unknown)
      : []
  }
}
