import { forms64Within, secretForms } from '../../text/secret-forms.ts'

/** Shorter values are words ("ollama"), and replacing words would spoil answers. */
const LEAST_IN_ANSWERS = 12
const LEAST_IN_ERRORS = 4
const MASK = '[secret]'

/** The forms in which an endpoint may send a secret back. */
function forms(secrets: readonly string[], least: number): string[] {
  const all = secrets.filter(secret => secret.length >= least).flatMap(secretForms)
  return [...new Set(all)].sort((a, b) => b.length - a.length)
}

function replaceAll(text: string, needles: readonly string[]): string {
  return needles.reduce((scrubbed, needle) => scrubbed.replaceAll(needle, MASK), text)
}

/** For error texts: a short key is replaced as well. */
export function scrubError(text: string, secrets: readonly string[]): string {
  const long = secrets.filter(secret => secret.length >= LEAST_IN_ANSWERS)
  return replaceAll(replaceAll(text, forms(secrets, LEAST_IN_ERRORS)), long.flatMap(forms64Within))
}

/** For answers and arguments that are there as a whole. */
export function scrubAnswer(text: string, secrets: readonly string[]): string {
  return replaceAll(text, forms(secrets, LEAST_IN_ANSWERS))
}

/**
 * Text in pieces: holds back what could be the beginning of a secret, and half a surrogate pair, until it is known
 * what follows. What comes out is well-formed and says the same as the whole would.
 */
export class PieceScrubber {
  readonly #needles: readonly string[]
  #held = ''

  constructor(secrets: readonly string[]) {
    this.#needles = forms(secrets, LEAST_IN_ANSWERS)
  }

  push(piece: string): string {
    const text = replaceAll(this.#held + piece, this.#needles)
    const kept = this.#tail(text)
    this.#held = text.slice(text.length - kept)
    return text.slice(0, text.length - kept).toWellFormed()
  }

  end(): string {
    const rest = this.#held
    this.#held = ''
    return rest.toWellFormed()
  }

  #tail(text: string): number {
    let kept = isHighSurrogate(text.charCodeAt(text.length - 1)) ? 1 : 0
    for (const needle of this.#needles)
      for (let length = Math.min(needle.length - 1, text.length); length > kept; length--)
        if (text.endsWith(needle.slice(0, length))) kept = length
    return kept
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
