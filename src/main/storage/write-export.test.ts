import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeExport } from './write-export.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-export-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const refused = (why: string) => ({ code: 'EXPORT_TARGET', message: expect.stringContaining(why) })

test('B368: a file that is there is replaced as a whole, and nothing else is left', async () => {
  const file = join(folder, 'agent.json')
  writeFileSync(file, 'a longer text than the new one')
  await writeExport(file, '{}')
  expect(readFileSync(file, 'utf8')).toBe('{}')
  expect(readdirSync(folder)).toEqual(['agent.json'])
})

test('B368: a folder is not written', async () => {
  mkdirSync(join(folder, 'agent.json'))
  await expect(writeExport(join(folder, 'agent.json'), '{}')).rejects.toMatchObject(refused('it is a folder'))
})

test.skipIf(process.platform === 'win32')(
  'B368: a link is not followed, also when what it names is not there',
  async () => {
    for (const name of ['there', 'gone']) {
      const link = join(folder, `to-${name}`)
      symlinkSync(join(folder, name), link)
      if (name === 'there') writeFileSync(join(folder, name), 'mine')
      await expect(writeExport(link, '{}')).rejects.toMatchObject(refused('it is a link'))
    }
    expect(readFileSync(join(folder, 'there'), 'utf8')).toBe('mine')
    expect(readdirSync(folder).sort()).toEqual(['there', 'to-gone', 'to-there'])
  },
)

test('B368: a folder that is not there is said', async () => {
  await expect(writeExport(join(folder, 'none/agent.json'), '{}')).rejects.toMatchObject(
    refused('its folder is not there'),
  )
})
