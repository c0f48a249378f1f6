import { now } from '../storage/clock.ts'
import { KnownSecrets } from '../text/known-secrets.ts'
import { visibleText } from './visible-text.ts'

export interface LogLine {
  readonly at: string
  readonly level: 'info' | 'error'
  readonly text: string
}

const LINES = 1_000
const CHARACTERS = 256_000
const LINE = 4_000
/** Shorter values would blank out half of the log. */
const SECRETS = { least: 4, most: 200 }

/** What a plugin said and what happened to it, as much as fits; the secrets it was given are blanked out. */
export class PluginLog {
  readonly #lines: LogLine[] = []
  readonly #secrets = new KnownSecrets(SECRETS)
  #characters = 0

  constructor(readonly onLine: () => void = () => {}) {}

  add(level: LogLine['level'], text: string): void {
    const line = { at: now(), level, text: visibleText(this.#secrets.hide(text), LINE) }
    this.#lines.push(line)
    this.#characters += line.text.length
    while (this.#lines.length > LINES || this.#characters > CHARACTERS)
      this.#characters -= this.#lines.shift()?.text.length ?? 0
    this.onLine()
  }

  /** From now on this value is not shown. */
  hide(secret: string): void {
    this.#secrets.add(secret)
  }

  lines(): readonly LogLine[] {
    return [...this.#lines]
  }

  /** The end of what was printed as errors, for the detail of a failure. */
  lastErrors(count = 20): string {
    return this.#lines
      .filter(line => line.level === 'error')
      .slice(-count)
      .map(line => line.text)
      .join('\n')
  }
}
