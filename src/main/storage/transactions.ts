import type Sqlite from 'better-sqlite3'

/** What was written, and when the disk has it. */
export interface Written<T> {
  readonly value: T
  /** Resolves when it is durable; rejects when it could not be saved, and then nothing of it is there. */
  readonly durable: Promise<void>
}

interface Group {
  readonly durable: Promise<void>
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
  readonly timer: NodeJS.Immediate
}

interface Guard {
  /** Throws when nothing may be written now. */
  begin(): void
  /** The error as a person should read it. */
  failed(error: unknown): unknown
  committed(): void
}

/**
 * The one writer. Reaching the disk is most of what a transaction costs, so what is written in one round of the event loop
 * can share it: `grouped` writes go into a transaction that ends with the round, or with the next plain `transaction`,
 * which takes them along. Each is still all or nothing by itself.
 */
export class Transactions {
  #group: Group | null = null
  /** Of works running inside each other. */
  #depth = 0
  #later: (() => void)[] = []
  readonly #undoListeners: (() => void)[] = []
  readonly #statements

  constructor(
    readonly sqlite: Sqlite.Database,
    readonly guard: Guard,
    begin = 'BEGIN IMMEDIATE',
  ) {
    this.#statements = {
      begin: sqlite.prepare(begin),
      commit: sqlite.prepare('COMMIT'),
      rollback: sqlite.prepare('ROLLBACK'),
      savepoint: sqlite.prepare('SAVEPOINT part'),
      release: sqlite.prepare('RELEASE part'),
      undo: sqlite.prepare('ROLLBACK TO part'),
    }
  }

  /** Durable when it returns. Inside another one it is a part of that, undone alone when it throws. */
  transaction<T>(work: () => T): T {
    if (this.#inside) return this.#joined(work)
    const result = this.#group ? this.#joined(work) : this.#first(work)
    for (const action of this.#commit()) action()
    return result
  }

  /** Durable with the end of this round of the event loop. Not inside a transaction. */
  grouped<T>(work: () => T): Written<T> {
    if (this.#inside) throw new TypeError('A transaction is durable as a whole: write inside it, without a group.')
    const value = this.#group ? this.#joined(work) : this.#first(work)
    return { value, durable: this.#group?.durable ?? Promise.resolve() }
  }

  /** Runs when what is being written has been committed, at once when nothing is, never when it is undone. */
  afterCommit(action: () => void): void {
    if (this.#inTransaction) this.#later.push(action)
    else action()
  }

  /** Told whenever something is undone. */
  onUndo(listener: () => void): void {
    this.#undoListeners.push(listener)
  }

  /** Makes durable what is still on its way. */
  flush(): void {
    if (this.#depth === 0) for (const action of this.#commit()) action()
  }

  /** In one that is not ours to commit. */
  get #inside(): boolean {
    return this.#depth > 0 || (!this.#group && this.sqlite.inTransaction)
  }

  get #inTransaction(): boolean {
    return this.#group !== null || this.sqlite.inTransaction
  }

  #first<T>(work: () => T): T {
    try {
      this.guard.begin()
      this.#statements.begin.run()
    } catch (error) {
      throw this.guard.failed(error)
    }
    this.#group = newGroup(() => this.#commitInTurn())
    try {
      return this.#run(work)
    } catch (error) {
      const known = this.guard.failed(error)
      this.#abandon(known)
      throw known
    }
  }

  /** All of `work` or nothing of it; what was written before it in the same transaction stays. */
  #joined<T>(work: () => T): T {
    const { savepoint, release, undo } = this.#statements
    const mark = this.#later.length
    savepoint.run()
    try {
      const result = this.#run(work)
      release.run()
      return result
    } catch (error) {
      const known = this.guard.failed(error)
      this.#later.length = mark
      if (this.sqlite.inTransaction) {
        this.#tellUndone()
        undo.run()
        release.run()
      } else this.#abandon(known) // SQLite itself has undone all of it
      throw known
    }
  }

  #run<T>(work: () => T): T {
    this.#depth++
    try {
      return refusePromise(work())
    } finally {
      this.#depth--
    }
  }

  /** Answers what is to be done after it. */
  #commit(): (() => void)[] {
    const group = this.#group
    if (!group) return []
    try {
      this.#statements.commit.run()
    } catch (error) {
      const known = this.guard.failed(error)
      this.#abandon(known)
      throw known
    }
    const actions = this.#later
    this.#end()
    this.guard.committed()
    group.resolve()
    return actions
  }

  /** At the end of the round. Whoever waits for the group has been told when it failed. */
  #commitInTurn(): void {
    let actions: (() => void)[]
    try {
      actions = this.#commit()
    } catch {
      return
    }
    for (const action of actions) action()
  }

  #abandon(error: unknown): void {
    const group = this.#group
    this.#end()
    this.#tellUndone()
    if (this.sqlite.inTransaction) this.#statements.rollback.run()
    group?.reject(error)
  }

  #tellUndone(): void {
    for (const listener of this.#undoListeners) listener()
  }

  #end(): void {
    if (this.#group) clearImmediate(this.#group.timer)
    this.#group = null
    this.#later = []
  }
}

function newGroup(commit: () => void): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => {}) // nobody has to wait for it
  return { durable: promise, resolve, reject, timer: setImmediate(commit) }
}

/** What comes after an `await` would run outside the transaction. */
function refusePromise<T>(result: T): T {
  if (typeof (result as { then?: unknown } | null)?.then === 'function')
    throw new TypeError('A transaction cannot wait: do asynchronous work before or after it.')
  return result
}
