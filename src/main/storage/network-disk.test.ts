import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { networkDisk } from './network-disk.ts'
import { openDatabase } from './open-database.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-network-'))
  file = join(folder, 'spora.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.skipIf(process.platform === 'win32')('B361: the system says which disks are not local', () => {
  const kind = (type: number) => networkDisk(folder, () => type)
  expect([0x6969, 0xff534d42, 0xfe534d42, 0x65735546, 0x9123683e, 0xef53].map(kind)).toEqual([
    'NFS',
    'SMB',
    'SMB',
    'FUSE',
    null,
    null,
  ])
  expect(kind(0xff534d42 | 0)).toBe('SMB') // a negative number on some systems
  expect(networkDisk(folder)).toBeNull()
  expect(networkDisk(join(folder, 'none'))).toBeNull()
})

test('B361: on a network disk it warns, keeps no log that is written ahead, and one app alone has the file', () => {
  openDatabase(file).close() // was on a local disk before
  const open = () => openDatabase(file, { diskOf: () => 'NFS', waitMs: 50 })
  const database = open()
  expect(database.notices).toMatchObject([{ code: 'NETWORK_DISK', message: expect.stringContaining('NFS disk') }])
  expect(database.sqlite.pragma('journal_mode', { simple: true })).toBe('delete')
  expect(database.sqlite.pragma('locking_mode', { simple: true })).toBe('exclusive')
  expect(database.sqlite.pragma('synchronous', { simple: true })).toBe(2)
  database.transaction(() => database.sqlite.exec("INSERT INTO users (name, created_at) VALUES ('Ada', 't')"))
  expect(readdirSync(folder).filter(name => /-(wal|shm)$/.test(name))).toEqual([])
  expect(open).toThrow(expect.objectContaining({ code: 'DATA_FOLDER_IN_USE' }))
  database.close()
  const again = openDatabase(file)
  expect(again.notices).toEqual([])
  expect(again.sqlite.pragma('journal_mode', { simple: true })).toBe('wal')
  expect(again.sqlite.prepare("SELECT count(*) FROM users WHERE name = 'Ada'").pluck().get()).toBe(1)
  again.close()
})
