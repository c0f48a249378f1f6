import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EventBus } from '../events/event-bus.ts'
import { type Database, openDatabase } from '../storage/open-database.ts'
import { PreferencesStore } from './preferences-store.ts'

let folder: string
let database: Database
let store: PreferencesStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-preferences-'))
  database = openDatabase(join(folder, 'spora.db'))
  store = new PreferencesStore(database, new EventBus())
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('preferences begin with the defaults and change one by one', () => {
  expect(store.get()).toEqual({
    theme: 'system',
    welcomed: false,
    list_collapsed: false,
    notifications: 'all',
    reachable_hosts: [],
    key_operations: [],
  })
  store.set({ theme: 'dark' })
  expect(store.set({ welcomed: true })).toEqual({
    theme: 'dark',
    welcomed: true,
    list_collapsed: false,
    notifications: 'all',
    reachable_hosts: [],
    key_operations: [],
  })
})

test('a stored preference that means nothing counts as not chosen, and unknown ones are kept', () => {
  const stored = { theme: 'pink', welcomed: true, of_later: [1] }
  database.sqlite.prepare('INSERT INTO preferences VALUES (1, ?)').run(JSON.stringify(stored))
  expect(store.get()).toEqual({
    theme: 'system',
    welcomed: true,
    list_collapsed: false,
    notifications: 'all',
    reachable_hosts: [],
    key_operations: [],
  })
  store.set({ list_collapsed: true })
  expect(JSON.parse(database.sqlite.prepare('SELECT settings FROM preferences').pluck().get() as string)).toEqual({
    ...stored,
    list_collapsed: true,
  })
  database.sqlite.exec("UPDATE preferences SET settings = '[1]'")
  expect(store.get().theme).toBe('system')
})

test('4.7: a host that may be read is named exactly, with its port', () => {
  expect(store.set({ reachable_hosts: ['192.168.1.5:3000'] }).reachable_hosts).toEqual(['192.168.1.5:3000'])
  database.sqlite.prepare('UPDATE preferences SET settings = ?').run('{"reachable_hosts": ["*:80"]}')
  expect(store.get().reachable_hosts).toEqual([])
})

test('L7, R2: what may answer with keys is the tool a person looked at: not another one under its name, nor its successor', () => {
  const operations = [
    'acme/FilesTool read',
    'acme/FilesToolbox read',
    'acme-2/FilesTool read',
    'core/ReadUrlTool fetch',
  ]
  store.set({ key_operations: operations, theme: 'dark' })
  store.moveTool('acme/FilesTool')
  expect(store.get().key_operations).toEqual(operations.slice(1))
  store.dropTools('acme')
  expect(store.get()).toMatchObject({ key_operations: operations.slice(2), theme: 'dark' })
  store.dropTools('other')
  expect(store.get().key_operations).toEqual(operations.slice(2))
})

test('entries of a list go and come one by one: nobody’s older list brings back what is not allowed any more', () => {
  const hosts = ['a.example:80', 'b.example:80']
  store.set({ reachable_hosts: hosts, key_operations: ['a/B c'] })
  store.set({ remove: { reachable_hosts: ['a.example:80'] } })
  store.set({
    remove: { reachable_hosts: ['b.example:80'] },
    add: { reachable_hosts: ['c.example:80', 'c.example:80'] },
  })
  expect(store.set({ add: { key_operations: ['a/B d'] } })).toMatchObject({
    reachable_hosts: ['c.example:80'],
    key_operations: ['a/B c', 'a/B d'],
  })
  const many = Array.from({ length: 50 }, (_, index) => `h${index}.example:80`)
  expect(() => store.set({ add: { reachable_hosts: many } })).toThrow(
    expect.objectContaining({ code: 'VALIDATION_ERROR' }),
  )
  expect(store.get().reachable_hosts).toEqual(['c.example:80'])
})
