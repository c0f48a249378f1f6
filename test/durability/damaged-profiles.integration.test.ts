import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { databaseFile } from '../../src/main/storage/data-folder.ts'
import { loops } from '../loops.ts'
import { AGENTS, filledDatabase, firstLook, openProfile } from './profile.ts'
import { randomOf } from './random.ts'

/*
 * T-DB-01: whatever stands in the place of the database, the app reaches its window and says what it found; the bytes
 * that were there are kept; what was in a backup is there again.
 */

const PAGE = 4096

let home: string
let folder: string
let file: string
let good: Buffer
/** What an app that was in use for a while has: a backup of the same. */
let backups: string
beforeAll(async () => {
  good = filledDatabase()
  backups = mkdtempSync(join(tmpdir(), 'spora-damaged-backups-'))
  writeFileSync(databaseFile(backups), good)
  const { app, window } = openProfile(backups)
  await window.data.backUp()
  await app.close()
})
afterAll(() => rmSync(backups, { recursive: true, force: true }))
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'spora-damaged-'))
  folder = join(home, 'data')
  file = databaseFile(folder)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const changed = (change: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.from(good)
  change(bytes)
  return bytes
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Files of another program, or of this one changed by another. */
function withSqlite(start: Buffer | null, sql: string): Buffer {
  const made = join(home, 'made.db')
  if (start) writeFileSync(made, start)
  const sqlite = new Sqlite(made)
  sqlite.exec(sql)
  sqlite.close()
  return readFileSync(made)
}

/**
 * sound: as if nothing was. shown: looked at and not changed. kept: under a dated name, a new one begun. repaired: the
 * same, and a backup in its place. lost: none of these.
 */
type State = 'sound' | 'shown' | 'kept' | 'repaired' | 'lost'

interface Found {
  readonly state: State
  readonly codes: readonly string[]
  /** What could be asked of the app and was refused; the window says so and is there. */
  readonly refused: number
}

/** Starts the app as a window does, looks, and quits. */
async function found(): Promise<Found> {
  const { app, window } = openProfile(folder)
  try {
    await app.start()
    const { notices } = await window.system.info()
    const codes = notices.map(({ code }) => code)
    const message = notices.map(each => each.message).join()
    const look = await firstLook(window).catch(() => null)
    const state = /nothing can be changed/.test(message)
      ? 'shown'
      : /went back to the backup/.test(message)
        ? 'repaired'
        : codes.length > 0
          ? 'kept'
          : look === null || look.agents.length === AGENTS
            ? 'sound'
            : 'lost'
    return { state, codes, refused: look === null ? 1 : 0 }
  } finally {
    await app.close()
  }
}

const KEPT = /^spora\.db\.[a-z-]+-\d{4}-[\dT.-]+Z(-back-to-.*\.db)?$/
const keptFiles = () => readdirSync(folder).filter(name => KEPT.test(name))

function put(bytes: Buffer, goesBack: boolean): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(file, bytes)
  if (goesBack) cpSync(join(backups, 'backups'), join(folder, 'backups'), { recursive: true })
}

const FILES: readonly [string, () => Buffer, 'kept' | 'shown', string?][] = [
  ['B351: nothing in it', () => Buffer.alloc(0), 'kept', 'DB_NOT_A_DATABASE'],
  ['B351: one byte', () => Buffer.from('S'), 'kept', 'DB_NOT_A_DATABASE'],
  ['B351: a text', () => Buffer.from('Dear diary, '.repeat(1000)), 'kept', 'DB_NOT_A_DATABASE'],
  [
    'B351: a picture',
    () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, ...new Array(9000).fill(7)]),
    'kept',
    'DB_NOT_A_DATABASE',
  ],
  ['B351: zeros', () => Buffer.alloc(65_536), 'kept', 'DB_NOT_A_DATABASE'],
  ['B351: a compressed copy', () => gzipSync(good), 'kept', 'DB_NOT_A_DATABASE'],
  ['B351: only the header', () => good.subarray(0, 100), 'kept'],
  ['B351: the header and noise', () => changed(bytes => bytes.fill(0xa7, 100)), 'kept'],
  [
    'B351: a header of the wrong kind',
    () => changed(bytes => bytes.write('SQLite format 4', 0)),
    'kept',
    'DB_NOT_A_DATABASE',
  ],
  ['B352: the first page overwritten', () => changed(bytes => bytes.fill(0, 100, PAGE)), 'kept', 'DB_CORRUPT'],
  [
    'B352: a page in the middle overwritten',
    () => changed(bytes => bytes.fill(0x5a, good.length - 3 * PAGE, good.length - 2 * PAGE)),
    'kept',
    'DB_CORRUPT',
  ],
  [
    'B352: the last page overwritten',
    () => changed(bytes => bytes.fill(0xff, good.length - PAGE)),
    'kept',
    'DB_CORRUPT',
  ],
  [
    'B352: two pages swapped',
    () => changed(bytes => bytes.copy(bytes, 5 * PAGE, good.length - 2 * PAGE, good.length - PAGE)),
    'kept',
    'DB_CORRUPT',
  ],
  ['B352: a page size that is none', () => changed(bytes => bytes.writeUInt16BE(12_345, 16)), 'kept'],
  ['B353: half of it', () => good.subarray(0, Math.floor(good.length / 2 / PAGE) * PAGE), 'kept', 'DB_CORRUPT'],
  ['B353: the last page missing', () => good.subarray(0, good.length - PAGE), 'kept', 'DB_CORRUPT'],
  ['B353: cut in the middle of a page', () => good.subarray(0, good.length - PAGE - 77), 'kept', 'DB_CORRUPT'],
  ['B353: the first page alone', () => good.subarray(0, PAGE), 'kept', 'DB_CORRUPT'],
  [
    'B357: another program’s database',
    () => withSqlite(null, "CREATE TABLE songs (title); INSERT INTO songs VALUES ('x')"),
    'kept',
    'DB_FOREIGN',
  ],
  [
    'B357: ours under another program’s mark',
    () => withSqlite(good, 'PRAGMA application_id = 7'),
    'kept',
    'DB_FOREIGN',
  ],
  [
    'B358: a trigger nobody made',
    () => withSqlite(good, 'CREATE TRIGGER sly AFTER INSERT ON agents BEGIN DELETE FROM tasks; END'),
    'shown',
    'DB_SCHEMA_UNEXPECTED',
  ],
  [
    'B358: a view nobody made',
    () => withSqlite(good, 'CREATE VIEW sly AS SELECT * FROM decisions'),
    'shown',
    'DB_SCHEMA_UNEXPECTED',
  ],
  [
    'B358: a virtual table nobody made',
    () => withSqlite(good, 'CREATE VIRTUAL TABLE sly USING fts5(text)'),
    'shown',
    'DB_SCHEMA_UNEXPECTED',
  ],
  ['R8: a version that is not known yet', () => withSqlite(good, 'PRAGMA user_version = 999'), 'shown', 'DB_NEWER'],
]

let opened = 0
test.each(FILES)('T-DB-01, %s', async (_what, bytesOf, state, code) => {
  const bytes = bytesOf()
  for (const goesBack of [false, true]) {
    put(bytes, goesBack)
    const first = await found()
    expect(first).toMatchObject({ state: state === 'kept' && goesBack ? 'repaired' : state, refused: 0 })
    if (code) expect(first.codes).toEqual([code])
    // Whatever it was, its bytes are there: under a dated name beside a working database, or where they were.
    const [kept] = keptFiles()
    expect(keptFiles()).toHaveLength(state === 'kept' ? 1 : 0)
    expect(hash(readFileSync(kept ? join(folder, kept) : file))).toBe(hash(bytes))
    // The second start says the same and keeps nothing twice.
    expect(await found()).toEqual(first)
    expect(keptFiles()).toHaveLength(state === 'kept' ? 1 : 0)
  }
  opened++
})
afterAll(() =>
  console.log(`T-DB-01: ${opened} of ${FILES.length} damaged files, without a backup and with one, 0 bytes lost`),
)

test('T-DB-01: after random damage the app is there, sound, gone back to its backup, or with the file kept', {
  timeout: 600_000,
}, async () => {
  const seed = 20_260_101
  const random = randomOf(seed)
  const states = new Map<State, number>()
  let refused = 0
  for (let round = 0; round < loops(500); round++) {
    const bad = changed(bytes => {
      for (let flips = 0; flips <= random(3); flips++) {
        const at = random(bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
      }
    })
    const bytes = random(4) === 0 ? bad.subarray(0, random(bad.length)) : bad
    const goesBack = random(2) === 0
    put(bytes, goesBack)
    const where = `seed ${seed}, round ${round}`
    const result = await found().catch(error => {
      throw new Error(where, { cause: error })
    })
    states.set(result.state, (states.get(result.state) ?? 0) + 1)
    refused += result.refused
    const possible: State[] = ['sound', 'shown', goesBack ? 'repaired' : 'kept']
    expect(possible, where).toContain(result.state)
    const [kept] = keptFiles()
    if (kept) expect(hash(readFileSync(join(folder, kept))), where).toBe(hash(Buffer.from(bytes)))
    else expect(['sound', 'shown'], where).toContain(result.state)
  }
  const counted = [...states].map(([state, count]) => `${count} ${state}`).join(', ')
  console.log(`T-DB-01: ${loops(500)} random mutations (seed ${seed}): ${counted}; ${refused} first looks refused`)
  // A look that is refused while nothing is said would be damage kept secret.
  expect(refused).toBe(0)
})
