import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SporaError } from '../../shared/spora-error.ts'
import { backupName, listBackups, pruneBackups } from './backup-files.ts'
import { BackupKeeper } from './backup-keeper.ts'
import { databaseFile } from './data-folder.ts'
import { migrations } from './migrations/index.ts'
import { type Database, openDatabase } from './open-database.ts'
import { cancelRestore, requestedRestore, requestRestore, restoreAsAsked } from './restore.ts'
import { asNobody } from './testing/as-nobody.ts'

let folder: string
const opened: Database[] = []
const errors: unknown[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-backups-'))
})
afterEach(() => {
  close()
  errors.length = 0
  rmSync(folder, { recursive: true, force: true })
})

function open(): Database {
  const database = openDatabase(databaseFile(folder))
  opened.push(database)
  return database
}
const close = () => {
  for (const database of opened.splice(0)) database.close()
}
const keeper = (now = Date.now) => new BackupKeeper({ database: open(), now, onError: error => errors.push(error) })
const say = (name: string) =>
  opened[0]?.sqlite.prepare("INSERT INTO users (name, created_at) VALUES (?, 't')").run(name)
const people = (database = open()) => database.sqlite.prepare('SELECT name FROM users ORDER BY id').pluck().all()
const names = () => readdirSync(join(folder, 'backups')).sort()
const hash = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

test('4.13: one backup a day, whole, alone in its file and for this account only', async () => {
  let time = Date.now()
  const backups = keeper(() => time)
  say('Ada')
  const first = await backups.daily()
  expect(first).toMatchObject({ reason: 'daily', name: expect.stringMatching(/^daily-.*\.db$/) })
  expect(await backups.daily()).toBeNull()
  time += 25 * 60 * 60 * 1000
  expect(await backups.daily()).not.toBeNull()
  expect(names()).toHaveLength(2)
  for (const name of names())
    if (process.platform !== 'win32') expect(statSync(join(folder, 'backups', name)).mode & 0o777).toBe(0o600)
  expect(errors).toEqual([])
})

test('4.13: seven days are kept, and what was made for a reason; interrupted ones go', async () => {
  mkdirSync(join(folder, 'backups'))
  const file = (name: string) => writeFileSync(join(folder, 'backups', name), 'x')
  for (let day = 1; day <= 9; day++) file(backupName('daily', new Date(Date.UTC(2026, 0, day))))
  for (const [month, reason] of ['before-update-from-3', 'before-restore', 'asked'].entries())
    file(backupName(reason, new Date(Date.UTC(2025, month, 1))))
  file('daily-2026-01-09T00-00-00.000Z.db.new')
  file('notes.txt')
  pruneBackups(folder, 7, Date.UTC(2026, 0, 9))
  expect(listBackups(folder, Date.UTC(2026, 0, 9)).map(({ reason }) => reason)).toEqual([
    ...new Array(7).fill('daily'),
    'asked',
    'before-restore',
    'before-update',
  ])
  expect(names()).toContain('notes.txt')
  expect(names()).not.toContain('daily-2026-01-09T00-00-00.000Z.db.new')
  expect(listBackups(folder, Date.UTC(2026, 0, 9))[0]?.madeAt).toBe('2026-01-09T00:00:00.000Z')
})

test('4.13: where there can be no backup a notice says so, the app goes on, and it is tried again by itself', async () => {
  let told = 0
  const backups = new BackupKeeper({
    database: open(),
    onError: error => errors.push(error),
    onNotice: () => told++,
    tryAgainMs: 5,
  })
  writeFileSync(join(folder, 'backups'), 'a file in its place')
  backups.start()
  await vi.waitUntil(() => errors.length >= 2)
  expect(backups.notices).toMatchObject([{ code: 'DATA_FOLDER_UNUSABLE' }])
  expect(told).toBe(1)
  rmSync(join(folder, 'backups'))
  await vi.waitUntil(() => backups.notices.length === 0)
  expect(told).toBe(2)
  await backups.stop()
  expect(listBackups(folder)).toHaveLength(1)
})

test('4.13: a backup made while the app writes holds whole transactions', async () => {
  const backups = keeper()
  const [database] = opened
  const fill = () =>
    database?.transaction(() => {
      for (let row = 0; row < 200; row++) say(`pair ${row} `.repeat(50))
    })
  fill()
  const making = backups.make('asked')
  for (let round = 0; round < 20; round++) {
    fill()
    await new Promise(resolve => setImmediate(resolve))
  }
  const { name } = await making
  close()
  renameSync(join(folder, 'backups', name), databaseFile(folder))
  expect((people().length - 1) % 200).toBe(0)
})

test('B364, R7: restored at the next start; what was there is kept and can be restored in turn', async () => {
  const backups = keeper()
  say('before')
  const { name } = await backups.make('asked')
  say('after')
  requestRestore(folder, name)
  expect(requestedRestore(folder)).toBe(name)
  expect(restoreAsAsked(folder)).toEqual([]) // the app runs
  expect(people(opened[0])).toEqual(['You', 'before', 'after'])
  close()
  const notices = restoreAsAsked(folder)
  expect(notices).toMatchObject([{ code: 'RESTORED', message: expect.stringContaining(name) }])
  expect(people()).toEqual(['You', 'before'])
  expect(requestedRestore(folder)).toBeNull()
  close()
  const kept = listBackups(folder).find(({ reason }) => reason === 'before-restore')
  requestRestore(folder, kept?.name ?? '')
  restoreAsAsked(folder)
  expect(people()).toEqual(['You', 'before', 'after'])
})

test('R7: a damaged database is kept byte for byte when a backup takes its place', async () => {
  const { name } = await keeper().make('asked')
  close()
  writeFileSync(databaseFile(folder), 'damaged')
  const before = hash(databaseFile(folder))
  requestRestore(folder, name)
  restoreAsAsked(folder)
  expect(open().notices).toEqual([])
  const kept = listBackups(folder).find(({ reason }) => reason === 'before-restore')
  expect(hash(join(folder, 'backups', kept?.name ?? ''))).toBe(before)
})

const AGENT = `INSERT INTO agents (id, principal_id, name, description, system_prompt, max_steps, allow_followup, retry_after_minutes, max_retries, archived, created_at, updated_at)
  VALUES (1, 1, 'A', '', '', 10, 1, 0, 0, 0, 't', 't')`

function addChats(chats: readonly (readonly [status: string, parent?: number, call?: string])[]): void {
  opened[0]?.sqlite.exec(AGENT)
  for (const [status, parent = null, call = null] of chats)
    opened[0]?.sqlite
      .prepare(
        `INSERT INTO tasks (agent_id, parent_task_id, parent_call_id, title, user_prompt, status, step_count, max_steps, created_at, updated_at, retry_at)
         VALUES (1, ?, ?, 't', 'p', ?, 1, 10, 't', 't', '2026-01-01T00:00:00.000Z')`,
      )
      .run(parent, call, status)
}

function addCalls(calls: readonly (readonly [state: string, idempotent?: boolean])[]): void {
  opened[0]?.sqlite.exec("INSERT INTO shared_texts VALUES (1, ''), (2, '{}')")
  for (const [index, [state, idempotent = false]] of calls.entries())
    opened[0]?.sqlite
      .prepare(
        `INSERT INTO tool_calls (id, task_id, agent_id, step, ordinal, tool_name, operation_description, effect, idempotent,
        human_description, arguments_text, args_canonical, args_sha256, revision, coerced, policy, state, attempt, created_at)
        VALUES (?, 1, 1, 1, ?, 'mail', 1, 'write', ?, '', '{}', '{}', zeroblob(32), 1, '[]', 2, ?, 1, 0)`,
      )
      .run(`c${index}`, index, idempotent ? 1 : 0, state)
}

async function backedUpAndRestored(fill: () => void): Promise<Database['sqlite']> {
  const backups = keeper()
  opened[0]?.sqlite.pragma('foreign_keys = OFF') // chats and calls name each other
  fill()
  const { name } = await backups.make('asked')
  close()
  requestRestore(folder, name)
  expect(restoreAsAsked(folder)).toMatchObject([{ code: 'RESTORED' }])
  return open().sqlite
}

test('R1, J2: calls that were to run, or ran, when the backup was made are asked about after it is restored', async () => {
  const sqlite = await backedUpAndRestored(() => {
    addChats([['PENDING_APPROVAL'], ['PENDING_APPROVAL', 1, 'c5']])
    addCalls([['ready'], ['started'], ['awaiting'], ['succeeded'], ['ready', true], ['started']])
  })
  expect(sqlite.prepare('SELECT state FROM tool_calls ORDER BY id').pluck().all()).toEqual([
    'outcome_unknown',
    'outcome_unknown',
    'awaiting',
    'succeeded',
    'ready',
    'started', // It began another chat, which is there.
  ])
})

test('R1: chats that ran when the backup was made stop, and do not do a second time what they did since', async () => {
  const sqlite = await backedUpAndRestored(() =>
    addChats([
      ['QUEUED'],
      ['RUNNING'],
      ['PENDING_APPROVAL'],
      ['AWAITING_SUB_AGENTS'],
      ['RUNNING', 4],
      ['AWAITING_SUB_AGENTS'],
      ['AWAITING_SUB_AGENTS', 6],
      ['PENDING_APPROVAL', 7],
      ['COMPLETED'],
      ['FAILED'],
    ]),
  )
  expect(sqlite.prepare('SELECT status FROM tasks ORDER BY id').pluck().all()).toEqual([
    'FAILED',
    'FAILED',
    'PENDING_APPROVAL',
    'FAILED',
    'FAILED',
    'AWAITING_SUB_AGENTS',
    'AWAITING_SUB_AGENTS',
    'PENDING_APPROVAL',
    'COMPLETED',
    'FAILED',
  ])
  expect(sqlite.prepare("SELECT count(*) FROM tasks WHERE error_code = 'RESTORED'").pluck().get()).toBe(4)
  expect(sqlite.prepare('SELECT count(*) FROM tasks WHERE retry_at IS NOT NULL').pluck().get()).toBe(0)
})

test('K8: what a newer version added is there after a backup of an older one is restored', () => {
  const old = openDatabase(databaseFile(folder), { migrations: migrations.slice(0, 1) })
  old.sqlite.prepare("INSERT INTO users (name, created_at) VALUES ('Ada', 't')").run()
  old.close()
  open()
  close()
  const [{ name = '' } = {}] = listBackups(folder)
  expect(name).toContain('before-update-from-1')
  const backup = readFileSync(join(folder, 'backups', name))
  requestRestore(folder, name)
  expect(restoreAsAsked(folder)).toMatchObject([{ code: 'RESTORED' }])
  const { sqlite, notices } = open()
  expect(notices).toEqual([])
  expect(sqlite.pragma('user_version', { simple: true })).toBe(migrations.length)
  expect(sqlite.prepare('SELECT name FROM users').pluck().all()).toEqual(['You', 'Ada'])
  expect(readFileSync(join(folder, 'backups', name)).equals(backup)).toBe(true)
})

test('R7: a backup that is gone, damaged or no backup changes nothing', async () => {
  const backups = keeper()
  say('mine')
  const { name } = await backups.make('asked')
  const file = join(folder, 'backups', name)
  for (const bad of ['../spora.db', 'asked.db', '', name.replace('asked', 'daily')])
    expect(() => requestRestore(folder, bad)).toThrow('no backup')
  requestRestore(folder, name)
  const good = join(folder, 'good')
  copyFileSync(file, good)
  writeFileSync(file, readFileSync(file).fill(0x5a, 4096, 20_000))
  let refused: SporaError | undefined
  try {
    requestRestore(folder, name)
  } catch (error) {
    refused = error as SporaError
  }
  expect(refused).toBeDefined()
  close()
  expect(restoreAsAsked(folder)).toMatchObject([{ message: expect.stringContaining('Nothing was changed') }])
  expect(people()).toEqual(['You', 'mine'])
  close()
  copyFileSync(good, file)
  requestRestore(folder, name)
  rmSync(file)
  expect(restoreAsAsked(folder)).toMatchObject([{ message: expect.stringContaining('Nothing was changed') }])
  writeFileSync(join(folder, 'restore.json'), '{')
  expect(restoreAsAsked(folder)).toEqual([])
  cancelRestore(folder)
  expect(people()).toEqual(['You', 'mine'])
  expect(existsSync(`${databaseFile(folder)}.restored`)).toBe(false)
})

test('R7: a restore that was cut off anywhere is brought to its end by the next start', async () => {
  const backups = keeper()
  say('before')
  const { name } = await backups.make('asked')
  say('after')
  close()
  const file = databaseFile(folder)
  requestRestore(folder, name)
  // The database was moved away, the backup is not in its place yet.
  copyFileSync(join(folder, 'backups', name), `${file}.restored`)
  renameSync(file, join(folder, 'backups', backupName('before-restore')))
  expect(restoreAsAsked(folder)).toHaveLength(1)
  expect(people()).toEqual(['You', 'before'])
  close()
  // All is done but the request is still there.
  requestRestore(folder, name)
  expect(restoreAsAsked(folder)).toHaveLength(1)
  expect(people()).toEqual(['You', 'before'])
})

const SHARED_MEMORY = '/dev/shm'
const isOtherDisk = existsSync(SHARED_MEMORY) && statSync(SHARED_MEMORY).dev !== statSync(tmpdir()).dev

// Needs a second disk that every account can write.
test.skipIf(!isOtherDisk)(
  'R7: backups that stand on another disk are restored, and what was there is kept there',
  async () => {
    const elsewhere = mkdtempSync(join(SHARED_MEMORY, 'spora-backups-'))
    try {
      symlinkSync(elsewhere, join(folder, 'backups'))
      const backups = keeper()
      say('before')
      const { name } = await backups.make('asked')
      say('after')
      close()
      requestRestore(folder, name)
      expect(restoreAsAsked(folder)).toMatchObject([{ code: 'RESTORED' }])
      expect(people()).toEqual(['You', 'before'])
      close()
      const kept = readdirSync(elsewhere).filter(entry => entry.startsWith('before-restore'))
      expect(kept).toHaveLength(1)
      requestRestore(folder, kept[0] ?? '')
      restoreAsAsked(folder)
      expect(people()).toEqual(['You', 'before', 'after'])
    } finally {
      rmSync(elsewhere, { recursive: true })
    }
  },
)

/** Everything in a folder with its bytes. */
const contents = (root: string) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .sort()
    .map(entry => [entry, statSync(join(root, entry)).isFile() ? hash(join(root, entry)) : ''])

const notOnWindows = process.platform !== 'win32'
const failures: [what: string, can: boolean, hinder: (backup: string) => void][] = [
  ['a folder of backups that cannot be written', notOnWindows, () => chmodSync(join(folder, 'backups'), 0o555)],
  [
    'a folder that has the name of the copy',
    true,
    () => mkdirSync(`${databaseFile(folder)}.restored/x`, { recursive: true }),
  ],
  ['a backup that cannot be read', notOnWindows, backup => chmodSync(backup, 0)],
  [
    // Who owns neither the folder nor the file cannot put another in its place there.
    'a database that cannot be replaced',
    process.getuid?.() === 0,
    () => {
      chownSync(databaseFile(folder), 0, 0)
      chownSync(folder, 0, 0)
      chmodSync(databaseFile(folder), 0o666)
      chmodSync(folder, 0o1777)
    },
  ],
]
for (const [what, can, hinder] of failures)
  for (const whole of [true, false])
    test.skipIf(!can)(
      `R7: ${what} ends a restore and changes nothing, a ${whole ? 'whole' : 'damaged'} database neither`,
      async () => {
        const { name } = await keeper().make('asked')
        say('after')
        close()
        requestRestore(folder, name)
        if (!whole) {
          writeFileSync(databaseFile(folder), 'damaged')
          writeFileSync(`${databaseFile(folder)}-wal`, 'its log')
        }
        if (process.getuid?.() === 0)
          for (const entry of ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })])
            chownSync(join(folder, entry), 65534, 65534)
        hinder(join(folder, 'backups', name))
        const before = contents(folder).filter(([entry]) => entry !== 'restore.json')
        const notices = asNobody(() => restoreAsAsked(folder))
        expect(notices).toMatchObject([
          {
            message: expect.stringMatching(
              /^The backup asked-.* could not be restored: .+\. Nothing was changed\. .*again/,
            ),
          },
        ])
        expect(contents(folder)).toEqual(before)
        expect(asNobody(() => restoreAsAsked(folder))).toEqual([])
        chmodSync(join(folder, 'backups'), 0o700)
        rmSync(`${databaseFile(folder)}.open`, { recursive: true, force: true })
        if (whole) expect(people()).toEqual(['You', 'after'])
      },
    )

test.skipIf(!notOnWindows)(
  'B363: a database that a link leads to is restored where it stands, and the link stays',
  async () => {
    const there = join(folder, 'there')
    mkdirSync(join(folder, 'backups'))
    mkdirSync(there)
    symlinkSync(join('there', 'mine.db'), databaseFile(folder))
    openDatabase(join(there, 'mine.db')).close()
    const backups = keeper()
    expect(backups.folder).toBe(there)
    say('before')
    const { name } = await backups.make('asked')
    say('after')
    close()
    requestRestore(backups.folder, name)
    // A disk that is not there now is no reason to put anything in the place of the link.
    renameSync(there, `${there}-not`)
    expect(restoreAsAsked(folder)).toEqual([])
    renameSync(`${there}-not`, there)
    expect(restoreAsAsked(folder)).toMatchObject([{ code: 'RESTORED' }])
    expect(people()).toEqual(['You', 'before'])
    expect(listBackups(there).map(({ reason }) => reason)).toEqual(['before-restore', 'asked'])
    expect(readdirSync(folder).sort()).toEqual(['backups', 'spora.db', 'there'])
    expect(names()).toEqual([])
  },
)

test.skipIf(!notOnWindows)('R7: what only has the name of a backup is none, and an empty database opens', async () => {
  const { name } = await keeper().make('asked')
  close()
  const link = join(folder, 'backups', backupName('before-restore', new Date(0)))
  symlinkSync('spora.db', link)
  symlinkSync(backupName('daily', new Date(0)), join(folder, 'backups', backupName('daily', new Date(0))))
  mkdirSync(join(folder, 'backups', backupName('daily', new Date(1))))
  expect(listBackups(folder).map(backup => backup.name)).toEqual([name])
  writeFileSync(databaseFile(folder), '')
  expect(open().notices).toMatchObject([{ message: expect.stringContaining(`went back to the backup ${name}`) }])
})

const DAY = 24 * 60 * 60 * 1000
const daysFromNow = (days: number) => backupName('daily', new Date(Date.now() + days * DAY))
function addDailies(days: readonly number[]): string[] {
  mkdirSync(join(folder, 'backups'), { recursive: true })
  const added = days.map(daysFromNow)
  for (const name of added) writeFileSync(join(folder, 'backups', name), 'x')
  return added
}

test('4.13: after the clock was set back each day still gets its backup, and the oldest go', async () => {
  const ahead = addDailies([30, 31, 32, 33, 34, 35, 36])
  const backups = keeper()
  const made = await backups.daily()
  expect(backups.notices).toEqual([])
  // The newest is what was made since, also for a database that is damaged and goes back to one.
  expect(backups.list().map(({ name }) => name)).toEqual([made?.name, ...ahead.slice(1).reverse()])
  expect(await backups.daily()).toBeNull()
})

test('4.13: of days that were made since the clock was set back none goes before those made ahead', () => {
  const since = addDailies([-4, -3, -2, -1, 0])
  const ahead = addDailies([30, 31, 32, 33])
  pruneBackups(folder, 7)
  expect(names()).toEqual([...since, ...ahead.slice(2)].sort())
})

test('4.13: an old backup that cannot be deleted keeps no new one from being made', async () => {
  const old = addDailies([-9, -8, -7, -6, -5, -4, -3, -2])
  // Nobody deletes a folder as if it were a file.
  mkdirSync(join(folder, 'backups', `${old[0]}.new`))
  const backups = keeper()
  const made = await backups.daily()
  expect(errors).toEqual([])
  expect(backups.notices).toEqual([])
  expect(names()).toEqual([`${old[0]}.new`, ...old.slice(2), made?.name].sort())
})

test.skipIf(!notOnWindows)('4.13: old backups that may not be deleted are left, and nothing fails', () => {
  const old = addDailies([-9, -8])
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'backups'), 0o555)
  asNobody(() => pruneBackups(folder, 1))
  chmodSync(join(folder, 'backups'), 0o755)
  expect(names()).toEqual(old)
  pruneBackups(folder, 1)
  expect(names()).toEqual(old.slice(1))
})

test('4.13: the notice that there is no backup of today ends when there is one, whoever put it there', async () => {
  const backups = keeper()
  writeFileSync(join(folder, 'backups'), 'a file in its place')
  await backups.daily()
  expect(backups.notices).toHaveLength(1)
  rmSync(join(folder, 'backups'))
  addDailies([0])
  expect(await backups.daily()).toBeNull()
  expect(backups.notices).toEqual([])
})

test.skipIf(process.getuid?.() !== 0)(
  'R7: a request that cannot be deleted lets the app open, and which file to delete is said',
  async () => {
    const { name } = await keeper().make('asked')
    say('after')
    close()
    requestRestore(folder, name)
    for (const path of ['spora.db', 'backups', `backups/${name}`]) chownSync(join(folder, path), 65534, 65534)
    // In such a folder only the owner of a file may delete it.
    chmodSync(join(folder, 'restore.json'), 0o644)
    chmodSync(folder, 0o1777)
    expect(asNobody(() => restoreAsAsked(folder))).toMatchObject([
      {
        code: 'RESTORED',
        message: expect.stringContaining(`Delete ${join(folder, 'restore.json')}, or the next start`),
      },
    ])
    expect(people()).toEqual(['You'])
  },
)
