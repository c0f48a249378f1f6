import initial from './0001-initial.sql?raw'

/** In order; the database's `user_version` says how many of them it has had. A released one never changes. */
export const migrations: readonly string[] = [initial]
