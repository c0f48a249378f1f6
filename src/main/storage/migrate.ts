import Sqlite from 'better-sqlite3'
import { SporaError } from '../../shared/spora-error.ts'
import { NO_STORAGE_FAULTS } from './faults.ts'

/** "SPOR": marks the file as ours, so that another program's database is never taken for it. */
export const APPLICATION_ID = 0x53504f52

export function schemaVersion(sqlite: Sqlite.Database): number {
  return sqlite.pragma('user_version', { simple: true }) as number
}

/**
 * Brings a database up to date, each step in one transaction that also counts it: a process that dies leaves the
 * version before or the version after. Steps may rebuild tables, so foreign keys are checked at the end of each.
 */
export function migrate(sqlite: Sqlite.Database, migrations: readonly string[], faults = NO_STORAGE_FAULTS): void {
  sqlite.pragma('foreign_keys = OFF') // has no effect inside a transaction
  try {
    for (let version = schemaVersion(sqlite); version < migrations.length; version++) {
      sqlite
        .transaction(() => {
          for (const statement of statementsOf(migrations[version] as string)) {
            sqlite.exec(statement)
            faults.at('F20')
          }
          const broken = sqlite.pragma('foreign_key_check') as unknown[]
          if (broken.length > 0) {
            throw new SporaError('INTERNAL', `Database update ${version + 1} leaves rows that point nowhere.`, {
              broken,
            })
          }
          sqlite.pragma(`user_version = ${version + 1}`)
        })
        .immediate()
    }
  } finally {
    sqlite.pragma('foreign_keys = ON')
  }
}

/** A statement begins a line; what belongs to it is indented, but for its last line and the body of a trigger. */
export function statementsOf(migration: string): string[] {
  return migration.split(/(?<=;[^\n]*\n+)(?=\w|--)(?!END\b)/)
}

/** A complete, empty database in memory: what a new file begins as, and what an existing one is compared with. */
export function pristine(migrations: readonly string[]): Sqlite.Database {
  const sqlite = new Sqlite(':memory:')
  sqlite.pragma(`application_id = ${APPLICATION_ID}`)
  migrate(sqlite, migrations)
  return sqlite
}
