import { accessSync, constants, existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { storageError, unusable } from './storage-error.ts'

export interface Surroundings {
  /** What `--data` named. */
  readonly flag?: string | undefined
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly platform?: NodeJS.Platform
  readonly home?: string
}

/** Which folder holds everything a person owns: `--data`, else `SPORA_DATA`, else the platform's usual place. */
export function dataFolder({
  flag,
  env = process.env,
  platform = process.platform,
  home = homedir(),
}: Surroundings = {}): string {
  const named = flag?.trim() || env.SPORA_DATA?.trim()
  if (named) return resolve(named)
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Spora Desktop')
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'Spora Desktop')
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'spora-desktop')
}

export function databaseFile(folder: string): string {
  return join(folder, 'spora.db')
}

/** The file a name leads to, through links: what belongs to a database stands beside the file, not beside the link. */
export function realFile(file: string): string {
  return existsSync(file) ? realpathSync(file) : file
}

/**
 * Makes the folder when it is not there, for this account only, and tries to write in it. A folder that is there keeps
 * its permissions (it may be one the person uses for other things); our own files in it are 0600.
 */
export function prepareDataFolder(folder: string): void {
  const trial = join(folder, `.write-check-${process.pid}`)
  try {
    makeFolder(folder)
    if (!statSync(folder).isDirectory()) throw unusable(folder, { reason: 'it is not a folder' })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    writeFileSync(trial, '')
    rmSync(trial)
  } catch (error) {
    throw storageError(error, join(folder, 'spora.db'))
  }
}

/** Node's own `recursive` never ends where the system makes no folder and says that the one above is missing (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolder(above)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // made meanwhile, or looked at by the caller
  }
}
