import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { databaseFile } from '../../src/main/storage/data-folder.ts'
import { migrations } from '../../src/main/storage/migrations/index.ts'
import { openDatabase } from '../../src/main/storage/open-database.ts'
import { firstLook, openProfile } from './profile.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-field-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Another program that opens the file, as a backup tool does, and keeps it for so long. */
function script(sql: string, ms = 60_000): string[] {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3')
  const code = `const D = require(${JSON.stringify(driver)}); const d = new D(process.argv[1], { timeout: 50 });
    d.exec(process.argv[2]); console.log('holds it'); setTimeout(() => d.close(), ${ms})`
  return ['-e', code, databaseFile(folder), sql]
}

async function holder(sql: string, ms?: number): Promise<void> {
  const child = spawn(process.execPath, script(sql, ms), { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
}

test('K6: a program that holds the file for a moment only makes the start wait', async () => {
  openDatabase(databaseFile(folder)).close()
  await holder('BEGIN IMMEDIATE', 300)
  const { app, window } = openProfile(folder)
  onTestFinished(() => app.close())
  expect((await firstLook(window)).notices).toEqual([])
})

test('K6: one that never lets go is named as the reason, and nothing is changed', async () => {
  openDatabase(databaseFile(folder)).close()
  await holder('BEGIN EXCLUSIVE')
  expect(() => openProfile(folder)).toThrow(
    expect.objectContaining({ code: 'DATA_FOLDER_IN_USE', message: expect.stringContaining(folder) }),
  )
})

test('K6: while the app runs no other program gets between two of its writes, and the window stays usable', async () => {
  const { app, window } = openProfile(folder)
  onTestFinished(() => app.close())
  await window.agents.create({ name: 'Ada' })
  const { status, stderr } = spawnSync(process.execPath, script('BEGIN IMMEDIATE'), { encoding: 'utf8' })
  expect(status).not.toBe(0)
  expect(stderr).toContain('database is locked')
  await window.agents.create({ name: 'Bob' })
  expect((await firstLook(window)).agents.map(({ name }) => name).sort()).toEqual(['Ada', 'Bob'])
})

test('K8: after an old backup is restored, everything is offered that came later', async () => {
  const old = openDatabase(databaseFile(folder), { migrations: migrations.slice(0, 1) })
  old.sqlite.exec(`
    INSERT INTO preferences (user_id, settings) VALUES (1, '{"theme":"dark"}');
    INSERT INTO agents (principal_id, name, description, system_prompt, max_steps, allow_followup, retry_after_minutes, max_retries, archived, created_at, updated_at)
      VALUES (1, 'Harbour', '', '', 10, 1, 0, 0, 0, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`)
  old.close()
  let profile = openProfile(folder)
  onTestFinished(() => profile.app.close())
  const offered = async () => ({
    drivers: (await profile.window.models.drivers()).map(({ driver }) => driver),
    tools: (await profile.window.tools.list()).map(({ qualified_name }) => qualified_name),
    preferences: Object.keys(await profile.window.system.preferences()),
  })
  const before = await offered()
  expect(before.tools).toContain('memory')
  const { backups } = await profile.window.data.backups()
  const made = backups.find(({ reason }) => reason === 'before-update')
  await profile.window.agents.create({ name: 'Later' })
  await profile.window.data.restore({ name: made?.name ?? '' })
  await profile.app.close()
  profile = openProfile(folder)
  await profile.app.start()
  const { notices, agents, preferences } = await firstLook(profile.window)
  expect(notices).toMatchObject([{ code: 'RESTORED' }])
  expect(agents.map(({ name }) => name)).toEqual(['Harbour'])
  expect(preferences).toMatchObject({ theme: 'dark', notifications: 'all' })
  expect(await offered()).toEqual(before)
})
