import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepCompiledCode } from './compiled-code.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spora-compiled-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('Start: compiled code stands in a folder of its build; that of other builds goes', () => {
  const data = newFolder()
  mkdirSync(join(data, 'cache', '1'), { recursive: true })
  keepCompiledCode(data, data)
  expect(readdirSync(join(data, 'cache'))).toEqual([`${Math.trunc(statSync(data).mtimeMs)}`])
  expect(getCompileCacheDir()).toContain(join(data, 'cache'))
})

test('Start: a data folder that is not there is not made, and nothing is thrown', () => {
  const data = join(newFolder(), 'none')
  keepCompiledCode(data, tmpdir())
  expect(() => statSync(data)).toThrow()
})
