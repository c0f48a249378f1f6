import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseFile } from '../../src/main/storage/data-folder.ts'
import { migrations } from '../../src/main/storage/migrations/index.ts'
import { openDatabase } from '../../src/main/storage/open-database.ts'
import { firstLook, openProfile, type Window } from './profile.ts'

const LATER = [
  ...migrations,
  'CREATE TABLE labels (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT; ALTER TABLE tasks ADD COLUMN label_id INTEGER REFERENCES labels (id);',
]

let folder: string
let profile: ReturnType<typeof openProfile>

/** A profile in which a person worked, updated by a newer version, and opened by this one. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spora-newer-'))
  const { app, window } = openProfile(folder)
  await app.start()
  await window.agents.create({ name: 'Harbour' })
  await window.agents.create({ name: 'Spare' })
  await window.memories.create({ name: 'Boats', content: 'Two.' })
  await window.models.save({
    name: 'Local',
    driver: 'practice',
    settings: {},
  })
  await window.tasks.create({ agent_id: 1, prompt: 'When does the ferry leave?' })
  await app.close()
  openDatabase(databaseFile(folder), { migrations: LATER }).close()
  profile = openProfile(folder)
  await profile.app.start()
})
afterAll(async () => {
  await profile.app.close()
  rmSync(folder, { recursive: true, force: true })
})

test('R8: what a newer version wrote can be looked at', async () => {
  const { notices, agents, chats } = await firstLook(profile.window)
  expect(notices).toMatchObject([{ code: 'DB_NEWER', message: expect.stringContaining('Everything is shown') }])
  expect(agents.map(({ name }) => name)).toEqual(['Harbour', 'Spare'])
  expect(chats.map(({ title }) => title)).toEqual(['When does the ferry leave?'])
  expect(JSON.stringify(await profile.window.tasks.get({ id: 1 }))).toContain('When does the ferry leave?')
  expect(await profile.window.templates.exportAgent({ id: 1 })).toBeDefined()
  expect(await profile.window.data.backUp()).toMatchObject({ reason: 'asked' })
})

const WRITES: Readonly<Record<string, (window: Window) => Promise<unknown>>> = {
  'agents.create': window => window.agents.create({ name: 'Another' }),
  'agents.update': window => window.agents.update({ id: 1, change: { name: 'Renamed' } }),
  'agents.duplicate': window => window.agents.duplicate({ id: 1 }),
  'agents.setArchived': window => window.agents.setArchived({ id: 1, archived: true }),
  'agents.remove': window => window.agents.remove({ id: 2 }),
  'agents.setTool': async window => {
    const [tool] = await window.agents.tools({ id: 1 })
    return window.agents.setTool({ id: 1, tool_class: tool?.tool.tool_class ?? '', enabled: !tool?.enabled })
  },
  'agents.saveNotes': window => window.agents.saveNotes({ id: 1, content: 'New.', known: null }),
  'memories.create': window => window.memories.create({ name: 'A', content: 'B' }),
  'memories.update': window => window.memories.update({ id: 1, revision: 1, change: { name: 'A' } }),
  'memories.remove': window => window.memories.remove({ id: 1 }),
  'models.save': window =>
    window.models.save({
      name: 'A',
      driver: 'practice',
      settings: {},
    }),
  'models.setDefault': window => window.models.setDefault({ id: 1 }),
  'models.remove': window => window.models.remove({ id: 1 }),
  'people.saveProfile': window => window.people.saveProfile({ revision: 0, change: { name: 'Ada' } }),
  'system.setPreferences': window => window.system.setPreferences({ theme: 'dark' }),
  'tasks.create': window => window.tasks.create({ agent_id: 1, prompt: 'Go on.' }),
  'tasks.abort': window => window.tasks.abort({ id: 1 }),
  'tasks.rename': window => window.tasks.rename({ id: 1, title: 'Renamed' }),
  'tasks.remove': window => window.tasks.remove({ id: 1 }),
}

test.each(Object.keys(WRITES))('R8: %s is refused with the sentence that says what to do', async name => {
  await expect(WRITES[name]?.(profile.window)).rejects.toMatchObject({
    code: 'DB_NEWER',
    message: expect.stringMatching(/^Nothing was changed: .*newer version.*Settings → Data/),
  })
})

test('R8: nothing of it was changed, no chat went on, and the newer version finds everything', async () => {
  const before = await firstLook(profile.window)
  expect(before.notices).toHaveLength(1)
  await profile.app.close()
  const { sqlite, notices, close } = openDatabase(databaseFile(folder), { migrations: LATER })
  expect(notices).toEqual([])
  expect(sqlite.prepare('SELECT name FROM agents').pluck().all()).toEqual(['Harbour', 'Spare'])
  expect(sqlite.prepare('SELECT title FROM tasks').pluck().all()).toEqual(['When does the ferry leave?'])
  close()
  profile = openProfile(folder)
})
