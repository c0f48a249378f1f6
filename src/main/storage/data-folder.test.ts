import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dataFolder, prepareDataFolder } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'spora-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('4.13: --data comes before SPORA_DATA, which comes before the platform’s place', () => {
  const env = { SPORA_DATA: '/srv/spora', XDG_DATA_HOME: '' }
  const home = resolve('/home/ada')
  expect(dataFolder({ flag: 'mine', env, home })).toBe(resolve('mine'))
  expect(dataFolder({ env, home })).toBe(resolve('/srv/spora'))
  expect(dataFolder({ env: {}, platform: 'linux', home })).toBe(join(home, '.local', 'share', 'spora-desktop'))
  expect(dataFolder({ env: { XDG_DATA_HOME: '/x' }, platform: 'linux', home })).toBe(join('/x', 'spora-desktop'))
  expect(dataFolder({ env: {}, platform: 'darwin', home })).toBe(
    join(home, 'Library', 'Application Support', 'Spora Desktop'),
  )
  expect(dataFolder({ env: { APPDATA: '/roaming' }, platform: 'win32', home })).toBe(join('/roaming', 'Spora Desktop'))
})

test('4.13: the folder is made for its owner alone and nothing is left in it', () => {
  const made = join(folder, 'a', 'b')
  prepareDataFolder(made)
  if (process.platform !== 'win32') expect(statSync(made).mode & 0o777).toBe(0o700)
  prepareDataFolder(made)
})

test('4.13: a place that cannot be written is DATA_FOLDER_UNUSABLE, with the folder’s name and what to do', () => {
  writeFileSync(join(folder, 'file'), '')
  for (const bad of [join(folder, 'file'), join(folder, 'file', 'deeper')]) {
    expect(() => prepareDataFolder(bad)).toThrow(
      expect.objectContaining({
        code: 'DATA_FOLDER_UNUSABLE',
        message: expect.stringContaining(`${bad} cannot be used (it is not a folder)`),
      }),
    )
    expect(existsSync(join(bad, 'spora.db'))).toBe(false)
  }
})

test('4.13: a place where no folder can be made is refused at once, also below a link to nowhere', () => {
  const link = join(folder, 'link')
  symlinkSync(join(folder, 'gone'), link)
  const places = [link, join(link, 'data'), ...(process.platform === 'linux' ? ['/proc/spora/data'] : [])]
  for (const place of places)
    expect(() => prepareDataFolder(place)).toThrow(expect.objectContaining({ code: 'DATA_FOLDER_UNUSABLE' }))
})
