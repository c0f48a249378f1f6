import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { profileChange } from '../../shared/contract/people.ts'
import { EventBus } from '../events/event-bus.ts'
import { now } from '../storage/clock.ts'
import { openDatabase } from '../storage/open-database.ts'
import { agents, users } from '../storage/schema.ts'
import { memoryShelf } from './memory-shelf.ts'
import { MemoryStore } from './memory-store.ts'
import { memorySummary } from './memory-summary.ts'
import { ProfileStore } from './profile-store.ts'
import { userFacts } from './user-facts.ts'

function stores() {
  const folder = mkdtempSync(join(tmpdir(), 'spora-people-'))
  const database = openDatabase(join(folder, 'spora.db'))
  onTestFinished(() => {
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const events = new EventBus()
  const told: string[] = []
  const changed = events.changed.bind(events)
  events.changed = (topic, id) => {
    told.push(topic)
    changed(topic, id)
  }
  const memories = new MemoryStore(database, events)
  const agent = (name: string) => {
    const fields = {
      systemPrompt: '',
      maxSteps: 1,
      allowFollowup: true,
      retryAfterMinutes: 0,
      maxRetries: 0,
      archived: false,
    }
    const row = { ...fields, name, description: '', principalId: 1, createdAt: now(), updatedAt: now() }
    return database.orm.insert(agents).values(row).returning().get().id
  }
  return { database, told, memories, shelf: memoryShelf(memories), profiles: new ProfileStore(database, events), agent }
}

test('S8: a profile begins empty; what is saved stays, what is left out stays too', () => {
  const { profiles, told } = stores()
  expect(profiles.get()).toEqual({
    name: '',
    birth_date: null,
    about: '',
    height_cm: null,
    weight_kg: null,
    places: [],
    shared: ['name', 'birth_date', 'about', 'places'],
    revision: 0,
  })
  const home = { name: 'Home', address: '1 Long Lane', is_default: true }
  const work = { name: 'Work', address: '', is_default: false }
  profiles.save(0, { name: 'Ada', birth_date: '1815-12-10', places: [home, work] })
  expect(profiles.save(1, { about: 'Engines.', shared: ['places', 'name'] })).toMatchObject({
    name: 'Ada',
    birth_date: '1815-12-10',
    about: 'Engines.',
    places: [home, work],
    shared: ['name', 'places'],
    revision: 2,
  })
  expect(profiles.save(2, { places: [work], birth_date: null })).toMatchObject({ birth_date: null, places: [work] })
  expect(told).toEqual(['people', 'people', 'people'])
})

test('S8: a profile that changed elsewhere is not overwritten', () => {
  const { profiles } = stores()
  profiles.save(0, { name: 'Ada' })
  expect(() => profiles.save(0, { name: 'Eve' })).toThrow(expect.objectContaining({ code: 'REVISION_CONFLICT' }))
  expect(profiles.get().name).toBe('Ada')
})

test('S8: dates that were no day, a second usual place and absurd sizes are refused', () => {
  const places = [1, 2].map(() => ({ name: 'x', address: '', is_default: true }))
  const wrong = [
    { birth_date: '2001-02-29' },
    { birth_date: '2999-01-01' },
    { birth_date: '1.2.2001' },
    { places },
    { height_cm: 3 },
    { weight_kg: 0 },
    { email: 'x' },
  ]
  for (const change of wrong) expect(profileChange.safeParse(change).success, JSON.stringify(change)).toBe(false)
  expect(profileChange.safeParse({ birth_date: '2004-02-29', height_cm: 170.5 }).success).toBe(true)
})

test('S8: a field that is not shared does not leave', () => {
  const { profiles } = stores()
  const saved = profiles.save(0, {
    name: ' Ada ',
    about: ' ',
    height_cm: 170,
    weight_kg: 60,
    shared: ['name', 'about', 'weight_kg'],
  })
  const facts = userFacts(saved)
  expect(facts).toEqual({
    name: { kind: 'told', value: 'Ada' },
    birthDate: { kind: 'kept' },
    about: { kind: 'unset' },
    heightCm: { kind: 'kept' },
    weightKg: { kind: 'told', value: 60 },
    places: { kind: 'kept' },
  })
  expect(JSON.stringify(facts)).not.toContain('170')
})

test('B: memory order and summary are kept on save', () => {
  const { shelf, memories, agent } = stores()
  const scope = { agentId: agent('Ada') }
  expect(shelf.save(scope, { name: 'b', content: 'one', summary: 'first', order: 5 })).toBe('created')
  expect(shelf.save(scope, { name: 'a', content: 'two', order: 9 })).toBe('created')
  expect(shelf.save(scope, { name: 'b', content: 'three' })).toBe('updated')
  expect(shelf.list(scope)).toEqual([
    { name: 'b', summary: 'first' },
    { name: 'a', summary: 'two' },
  ])
  expect(memories.find(scope, 'b')).toMatchObject({ content: 'three', position: 5, revision: 2 })
  expect(shelf.save(scope, { name: 'b', content: 'three', order: 10 })).toBe('updated')
  expect(shelf.list(scope).map(({ name }) => name)).toEqual(['a', 'b'])
})

test('B: a summary nobody wrote is taken from the content as it is now: one line, no markup, 200 characters', () => {
  expect(memorySummary({ summary: null, content: '<b>Tea</b>\n is  at 5 < 6' })).toBe('Tea is at 5 < 6')
  expect([...memorySummary({ summary: null, content: '🙂'.repeat(300) })]).toHaveLength(200)
  expect(memorySummary({ summary: null, content: '' })).toBe('')
  const { shelf, agent } = stores()
  const scope = { agentId: agent('Ada') }
  shelf.save(scope, { name: 'a', content: 'old' })
  shelf.save(scope, { name: 'a', content: 'new' })
  expect(shelf.read(scope, 'a')).toEqual({ name: 'a', summary: 'new', content: 'new' })
})

test('B: scopes do not meet, names are unique in each, an agent’s memories go with it', () => {
  const { database, shelf, memories, agent } = stores()
  database.orm.insert(users).values({ id: 2, name: 'Eve', createdAt: now() }).run()
  const [ada, bob] = [agent('Ada'), agent('Bob')]
  const scopes = [{ agentId: ada }, { agentId: bob }, { userId: 1 }, { userId: 2 }]
  for (const scope of scopes) {
    shelf.save(scope, { name: 'a', content: JSON.stringify(scope) })
    shelf.save(scope, { name: 'a', content: JSON.stringify(scope) })
  }
  for (const scope of scopes) expect(shelf.read(scope, 'a')?.content).toBe(JSON.stringify(scope))
  expect(shelf.remove({ agentId: ada }, 'a')).toBe(true)
  expect(shelf.remove({ agentId: ada }, 'a')).toBe(false)
  expect(memories.list({ agentId: bob })).toHaveLength(1)
  database.orm.delete(agents).run()
  expect(memories.list({ agentId: bob })).toEqual([])
  expect(memories.list({ userId: 1 })).toHaveLength(1)
})

test('S8: a window makes, changes, orders and deletes memories; what an agent wrote meanwhile is not lost', () => {
  const { shelf, memories, told } = stores()
  const scope = { userId: 1 }
  const [first, second] = ['first', 'second'].map(name => memories.create(scope, { name, content: name }))
  if (!first || !second) throw new Error('not made')
  expect(() => memories.create(scope, { name: 'first', content: '' })).toThrow(
    expect.objectContaining({ code: 'NAME_TAKEN' }),
  )
  expect(() => memories.update(second.id, 1, { name: 'first' })).toThrow(
    expect.objectContaining({ code: 'NAME_TAKEN' }),
  )
  expect(memories.reorder(scope, [second.id]).map(({ name }) => name)).toEqual(['second', 'first'])
  expect(memories.update(first.id, 1, { name: 'one', summary: '' })).toMatchObject({
    name: 'one',
    summary: null,
    revision: 2,
  })
  shelf.save(scope, { name: 'one', content: 'by an agent' })
  expect(() => memories.update(first.id, 2, { content: 'by a person' })).toThrow(
    expect.objectContaining({ code: 'REVISION_CONFLICT' }),
  )
  expect(memories.get(first.id).content).toBe('by an agent')
  expect(memories.removeById(first.id)).toBe(true)
  expect(() => memories.get(first.id)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  expect(new Set(told)).toEqual(new Set(['memories']))
})

test('S8: the number of a deleted memory never comes again: a form that still has it changes nothing else', () => {
  const { memories, agent } = stores()
  const scope = { agentId: agent('Ada') }
  const first = memories.create(scope, { name: 'first', content: '' })
  memories.removeById(first.id)
  const second = memories.create(scope, { name: 'second', content: 'stays' })
  expect(second.revision).toBe(first.revision)
  expect(() => memories.update(first.id, first.revision, { content: 'typed for the first' })).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  )
  expect(memories.get(second.id).content).toBe('stays')
})

test('4.13: text is well-formed before it is stored', () => {
  const { shelf, profiles, agent } = stores()
  const scope = { agentId: agent('Ada') }
  shelf.save(scope, { name: 'a\ud800', content: '\udc00x' })
  expect(shelf.read(scope, 'a\ufffd')?.content).toBe('\ufffdx')
  expect(profiles.save(0, { about: '\ud800' }).about).toBe('\ufffd')
})

test('B, B135: a memory is found by what is seen of its name, whoever wrote it and however', () => {
  const { database, shelf, memories } = stores()
  const scope = { userId: 1 }
  const made = memories.create(scope, { name: ' office\u00a0\u202e code\n- [forged]', content: 'secret knock' })
  expect(made.name).toBe('office code - [forged]')
  memories.update(made.id, 1, { name: 'office  code' })
  for (const name of ['office code', 'office  code', 'office\tcode', 'office\u200b code'])
    expect(shelf.read(scope, name)?.content, name).toBe('secret knock')
  expect(shelf.save(scope, { name: 'office\u2028code', content: 'new knock' })).toBe('updated')
  expect(() => memories.create(scope, { name: 'office \u2066code', content: '' })).toThrow(
    expect.objectContaining({ code: 'NAME_TAKEN' }),
  )
  for (const name of ['\u200b', '\n', '\u202e '])
    expect(() => memories.create(scope, { name, content: '' })).toThrow(/a name that can be seen/)
  // One of an older version is found and renamed as well.
  database.sqlite.prepare("UPDATE memories SET name = 'two  spaces' WHERE id = ?").run(made.id)
  expect(shelf.read(scope, 'two spaces')?.content).toBe('new knock')
  expect(memories.update(made.id, 3, { name: 'two spaces' }).name).toBe('two spaces')
  expect(shelf.remove(scope, 'two  spaces')).toBe(true)
})
