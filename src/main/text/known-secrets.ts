import { forms64Within, secretForms } from './secret-forms.ts'

const MASK = '[secret]'

export interface KnownSecretsOptions {
  /** Shorter values are words; replacing them would spoil whatever is said. */
  readonly least?: number
  /** So many are remembered, the newest. */
  readonly most?: number
}

/** Every secret that is in this process, so that none of them is written down where it does not belong. */
export class KnownSecrets {
  readonly #least: number
  readonly #most: number
  readonly #secrets = new Set<string>()
  #forms: readonly string[] | undefined

  constructor({ least = 8, most = 1_000 }: KnownSecretsOptions = {}) {
    this.#least = least
    this.#most = most
  }

  add(secret: string): void {
    if (secret.length < this.#least || [...this.#secrets].at(-1) === secret) return
    const isNew = !this.#secrets.delete(secret)
    this.#secrets.add(secret)
    if (this.#secrets.size > this.#most) for (const oldest of this.#secrets) return void this.#forget(oldest)
    if (isNew) this.#forms = undefined
  }

  /** The text with each of them, in whatever form, replaced. */
  hide(text: string): string {
    this.#forms ??= [
      ...new Set([...this.#secrets].flatMap(secret => [...secretForms(secret), ...forms64Within(secret)])),
    ]
      .filter(form => form.length >= this.#least)
      .sort((a, b) => b.length - a.length)
    return this.#forms.reduce((hidden, form) => (hidden.includes(form) ? hidden.replaceAll(form, MASK) : hidden), text)
  }

  /** The same for every text of a JSON-like value, keys included. */
  hideIn<T>(value: T): T {
    if (typeof value === 'string') return this.hide(value) as T
    if (Array.isArray(value)) return value.map(item => this.hideIn(item)) as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.hide(key), this.hideIn(item)])) as T
  }

  #forget(secret: string): void {
    this.#secrets.delete(secret)
    this.#forms = undefined
  }
}
