import type Sqlite from 'better-sqlite3'
import { getTableColumns, getTableName, is, Table } from 'drizzle-orm'
import type { ErrorCode } from '../../shared/error-codes.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { StorageNotice } from './quarantine.ts'
import * as schema from './schema.ts'

/** Why a database is shown and not changed. */
export class LookOnly {
  constructor(
    readonly code: Extract<ErrorCode, 'DB_NEWER' | 'DB_SCHEMA_UNEXPECTED'>,
    readonly why: string,
    readonly advice: string,
  ) {}

  get notice(): StorageNotice {
    return { code: this.code, message: `${this.why} Everything is shown and nothing can be changed. ${this.advice}` }
  }

  /** What every write is answered with. */
  get refusal(): SporaError {
    return new SporaError(this.code, `Nothing was changed: ${this.why} ${this.advice}`)
  }
}

export function newer(path: string): LookOnly {
  return new LookOnly(
    'DB_NEWER',
    `${path} was written by a newer version of Spora.`,
    'Start the newer version to go on, or go back to a backup from before the update in Settings → Data.',
  )
}

export function builtDifferently(path: string, objects: readonly string[]): LookOnly {
  return new LookOnly(
    'DB_SCHEMA_UNEXPECTED',
    `${path} is not built as Spora builds it (${objects.slice(0, 3).join(', ')}).`,
    'Go back to a backup in Settings → Data, or undo what another program changed while Spora does not run.',
  )
}

/** Whether everything this version asks for is there. */
export function isReadable(sqlite: Sqlite.Database): boolean {
  const tables = Object.values(schema).filter(value => is(value, Table))
  try {
    for (const table of tables) {
      const columns = Object.values(getTableColumns(table)).map(({ name }) => `"${name}"`)
      sqlite.prepare(`SELECT ${columns.join(', ')} FROM "${getTableName(table)}"`)
    }
    return true
  } catch {
    return false
  }
}
