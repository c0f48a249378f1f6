import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileVault } from './file-vault.ts'
import { orSession } from './or-session.ts'
import type { Vault } from './vault.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-session-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const PLACE = { table: 't', row: '1', column: 'c' }

/** What stores secrets, more or less safely. */
function kept(reduced: boolean): Vault {
  const file = createFileVault(join(folder, 'vault.key'))
  return { ...file, info: { ...file.info, reduced } }
}
const start = (reduced = true) => orSession(kept(reduced), join(folder, 'session.json'))

test('B163: where protection is weak, a person may choose that new secrets end with the app; older ones still open', () => {
  const first = start()
  expect(first.info).toMatchObject({ session: 'offered', reduced: true, usable: true })
  const stored = first.seal('stored', PLACE)
  expect(first.keepForSession?.(true)).toMatchObject({ session: 'chosen', usable: true })
  const brief = first.seal('brief', PLACE)
  expect([first.open(stored, PLACE), first.open(brief, PLACE)]).toEqual(['stored', 'brief'])

  const next = start()
  expect(next.info).toMatchObject({ session: 'chosen' })
  expect([next.open(stored, PLACE), next.open(brief, PLACE)]).toEqual(['stored', null])
  expect(start().open(next.seal('brief again', PLACE), PLACE)).toBeNull()
  expect(next.keepForSession?.(false)).toMatchObject({ session: 'offered' })
  expect(start().open(next.seal('stored again', PLACE), PLACE)).toBe('stored again')
})

test('B163: where secrets are safe nothing is offered, and an old choice does not count', () => {
  start().keepForSession?.(true)
  const safe = start(false)
  expect(safe.info.session).toBeUndefined()
  expect(start(false).open(safe.seal('stored', PLACE), PLACE)).toBe('stored')
})
