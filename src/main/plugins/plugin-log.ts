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
/** Of one text that is added. */
const LONGEST = 64_000
/** Shorter values would blank out half of the log. */
const SECRETS = { least: 4, most: 200 }

/** What a plugin said and what happened to it, as much as fits; the secrets it was given are blanked out. */
export class PluginLog {
  readonly #lines: LogLine[] = []
  readonly #secrets = new KnownSecrets(SECRETS)
  #characters = 0

  constructor(readonly onLine: () => void = () => {}) {}

  /** Each line of the text is one of the log. */
  add(level: LogLine['level'], text: string): void {
    const lines = this.hidden(text).slice(0, LONGEST).replaceAll('\t', '  ').split('\n')
    for (const line of lines) this.#addLine({ at: now(), level, text: visibleText(line, LINE) })
    this.onLine()
  }

  #addLine(line: LogLine): void {
    this.#lines.push(line)
    this.#characters += line.text.length
    while (this.#lines.length > LINES || this.#characters > CHARACTERS)
      this.#characters -= this.#lines.shift()?.text.length ?? 0
  }

  /** From now on this value is not shown. */
  hide(secret: string): void {
    this.#secrets.add(secret)
  }

  /** The text without what is not shown. */
  hidden(text: string): string {
    return this.#secrets.hide(text)
  }

  lines(): readonly LogLine[] {
    return [...this.#lines]
  }
}
