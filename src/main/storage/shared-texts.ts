import type { Database } from './database.ts'

/** Texts kept in memory, so that a step looks none of its own up. */
const KEPT = 2_000

/** Texts that many rows have in common, stored once. They never change and are never removed. */
export class SharedTexts {
  readonly #statements
  readonly #ids = new Map<string, number>()
  readonly #texts = new Map<number, string>()

  constructor(readonly database: Database) {
    const { sqlite } = database
    this.#statements = {
      id: sqlite.prepare('SELECT id FROM shared_texts WHERE text = ?').pluck(),
      text: sqlite.prepare('SELECT text FROM shared_texts WHERE id = ?').pluck(),
      insert: sqlite.prepare('INSERT INTO shared_texts (text) VALUES (?)'),
    }
  }

  /** Stores the text when it is new: inside the transaction of the row that names it. */
  idOf(text: string): number {
    const kept = this.#ids.get(text)
    if (kept !== undefined) return kept
    const { id, insert } = this.#statements
    const found = (id.get(text) as number | undefined) ?? Number(insert.run(text).lastInsertRowid)
    this.#keep(found, text)
    return found
  }

  textOf(id: number): string {
    const kept = this.#texts.get(id)
    if (kept !== undefined) return kept
    const text = this.#statements.text.get(id) as string | undefined
    if (text === undefined) throw new Error(`There is no shared text ${id}.`)
    this.#keep(id, text)
    return text
  }

  /** Not before it is committed: what is undone gives its number to another text. */
  #keep(id: number, text: string): void {
    this.database.afterCommit(() => {
      if (this.#ids.size >= KEPT) {
        this.#ids.clear()
        this.#texts.clear()
      }
      this.#ids.set(text, id)
      this.#texts.set(id, text)
    })
  }
}
