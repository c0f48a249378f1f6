import { afterEach, expect, test } from 'vitest'
import { pristine } from './migrate.ts'
import { migrations, SCHEMA_SHA256 } from './migrations/index.ts'
import { objects, schemaSha256, unexpectedObjects } from './unexpected-objects.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

function made(by: readonly string[]) {
  const database = pristine(by)
  open.push(database)
  return database
}

test('4.13: SCHEMA_SHA256 is that of all migrations', () => {
  expect(SCHEMA_SHA256, 'write this into migrations/index.ts').toBe(schemaSha256(objects(made(migrations))))
})

test('4.13: the tables of every version are known, in whatever order they were made', () => {
  for (let version = 1; version <= migrations.length; version++) {
    const some = migrations.slice(0, version)
    expect(unexpectedObjects(made(some), some)).toEqual([])
  }
  const found = objects(made(migrations))
  expect(schemaSha256(found.toReversed())).toBe(SCHEMA_SHA256)
})

test('4.13: one object more, less or different is told by its name, in every version', () => {
  for (const some of [migrations, migrations.slice(0, -1)]) {
    const more = made(some)
    more.exec('CREATE TRIGGER sly AFTER INSERT ON decisions BEGIN SELECT 1; END')
    expect(unexpectedObjects(more, some)).toEqual(['trigger sly'])
    const less = made(some)
    less.exec('DROP INDEX tool_calls_open')
    expect(unexpectedObjects(less, some)).toEqual(['index tool_calls_open'])
    const other = made(some)
    other.exec('DROP INDEX tool_calls_open; CREATE INDEX tool_calls_open ON tool_calls (state)')
    expect(unexpectedObjects(other, some)).toEqual(['index tool_calls_open', 'index tool_calls_open'])
  }
})

test('4.13: other migrations of the same number are compared with what they make', () => {
  const others = migrations.map(() => 'SELECT 1')
  expect(unexpectedObjects(made(migrations), others)).toContain('table tasks')
})
