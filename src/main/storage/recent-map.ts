/** A map that keeps what was used last, and forgets what was not when there is more than `limit`. */
export class RecentMap<K, V> {
  readonly #limit: number
  readonly #entries = new Map<K, V>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined) this.#touch(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#touch(key, value)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#limit && oldest !== undefined) this.#entries.delete(oldest)
  }

  delete(key: K): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }

  /** A Map lists its keys in the order they came. */
  #touch(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
  }
}
