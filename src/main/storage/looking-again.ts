import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const LOOK_AGAIN_MS = 3_000

/** As long as nothing can be saved: tries now and then whether it works again, so that nobody has to try it out. */
export class LookingAgain {
  readonly #everyMs: number
  readonly #works: () => void
  #timer: NodeJS.Timeout | undefined

  /** `works` throws as long as it does not. */
  constructor(everyMs: number, works: () => void) {
    this.#everyMs = everyMs
    this.#works = works
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      try {
        this.#works()
      } catch {
        // Not yet.
      }
    }, this.#everyMs).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

/** A little more than most writes need. */
const ROOM = 262_144

/** Throws when a file of some size finds no room in the folder; nothing of it stays. */
export function tryRoom(folder: string): void {
  const file = join(folder, '.room')
  try {
    writeFileSync(file, randomBytes(ROOM), { mode: 0o600 }) // noise: some disks store zeros as nothing
  } finally {
    rmSync(file, { force: true })
  }
}
