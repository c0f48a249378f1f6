import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle } from '../../build/load-module.ts'
import { pristine, schemaVersion, statementsOf } from '../../src/main/storage/migrate.ts'
import { migrations } from '../../src/main/storage/migrations/index.ts'
import { openDatabase } from '../../src/main/storage/open-database.ts'
import { inPairs } from './in-pairs.ts'

const PEOPLE = 30

let script: string
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'spora-updates-'))
  const out = await bundle({ 'update-process': 'test/durability/update-process.ts' }, { standalone: true })
  script = join(out, 'update-process.js')
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const SCHEMA = "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1"
const schemaOf = (sqlite: Sqlite.Database) => sqlite.prepare(SCHEMA).pluck().all()

/** The database as a version left it, with rows once there are tables. */
function asOf(version: number): string {
  const file = join(folder, `version-${version}.db`)
  const database = openDatabase(file, { migrations: migrations.slice(0, version) })
  const add = version > 0 ? database.sqlite.prepare("INSERT INTO users (name, created_at) VALUES (?, 't')") : null
  for (let person = 1; person < PEOPLE; person++) add?.run(`Person ${person}`)
  database.close()
  return file
}

function killedAfter(file: string, statement: number): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [script, file, String(statement)], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (_code, signal) => resolve(signal))
  })
}

test('R8, T-DB-06: killed after any statement of any update, the file has the form before or after it, and all its rows', {
  timeout: 300_000,
}, async () => {
  const kills = migrations.flatMap((migration, version) =>
    statementsOf(migration).map((_statement, index) => ({ version, statement: index + 1 })),
  )
  const files = migrations.map((_migration, version) => asOf(version))
  const forms = migrations.map((_migration, version) => pristine(migrations.slice(0, version)))
  let old = 0
  await inPairs(kills, async ({ version, statement }) => {
    const home = join(folder, `${version}-${statement}`)
    const file = join(home, 'spora.db')
    mkdirSync(home)
    copyFileSync(files[version] as string, file)
    expect(await killedAfter(file, statement)).toBe('SIGKILL')
    const looked = new Sqlite(file)
    expect(schemaVersion(looked)).toBe(version)
    expect(schemaOf(looked)).toEqual(schemaOf(forms[version] as Sqlite.Database))
    looked.close()
    old++
    const database = openDatabase(file)
    expect(schemaVersion(database.sqlite)).toBe(migrations.length)
    expect(database.notices).toEqual([])
    const people = database.sqlite.prepare('SELECT count(*) FROM users').pluck().get()
    expect(people).toBe(version > 0 ? PEOPLE : 1)
    database.close()
    rmSync(home, { recursive: true })
  })
  for (const form of forms) form.close()
  console.log(`T-DB-06: ${kills.length} kills in ${migrations.length} updates, ${old} old forms, 0 rows lost`)
})
