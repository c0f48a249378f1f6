import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepLook, lastLook } from './last-look.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-look-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('before there is a database, the window looks as it does the very first time', () => {
  expect(lastLook(folder)).toEqual({ theme: 'system', welcomed: false, list_collapsed: false })
  writeFileSync(join(folder, 'spora.db'), '')
  expect(lastLook(folder)).toBeNull()
})

test('the look comes back at the next start; a broken one and one that cannot be written do no harm', () => {
  keepLook(folder, { theme: 'dark', welcomed: true, list_collapsed: false })
  expect(lastLook(folder)).toEqual({ theme: 'dark', welcomed: true, list_collapsed: false })
  writeFileSync(join(folder, 'look.json'), '{"theme":')
  expect(lastLook(folder)).toBeNull()
  keepLook(join(folder, 'nowhere'), { theme: 'dark', welcomed: true, list_collapsed: false })
})
