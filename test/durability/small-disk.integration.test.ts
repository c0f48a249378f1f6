import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../src/main/log/create-logger.ts'
import { firstLook, openProfile } from './profile.ts'

/** A folder on a disk of its own, when this account may mount one. */
const folder = mkdtempSync(join(tmpdir(), 'spora-small-disk-'))
const mounted = process.platform === 'linux' && mount('-t', 'tmpfs', '-o', 'size=2m', 'none', folder)
if (!mounted) console.log('T-DUR-05: skipped: no small disk can be mounted')
afterAll(() => {
  if (mounted) spawnSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

function mount(...args: string[]): boolean {
  return spawnSync('mount', args).status === 0
}

test.skipIf(!mounted)(
  'B367: on a full disk lines of the log are dropped and counted, and nothing waits for them',
  () => {
    const logs = join(folder, 'logs-alone')
    const log = createLogger(logs)
    onTestFinished(() => log.close())
    log.error(new Error('first'))
    const filler = join(folder, 'filler')
    // To the end of a page: a file may grow in the page it has.
    appendFileSync(join(logs, 'spora.log'), `${' '.repeat(4095 - statSync(join(logs, 'spora.log')).size)}\n`)
    expect(() => writeFileSync(filler, Buffer.alloc(4_000_000))).toThrow('ENOSPC')
    for (const name of ['a', 'b']) log.error(new Error(name))
    rmSync(filler)
    log.error(new Error('last'))
    const lines = readFileSync(join(logs, 'spora.log'), 'utf8')
      .split('\n')
      .filter(line => line.trim() !== '')
    expect(lines.map(line => (JSON.parse(line) as { message: string }).message)).toEqual(['first', '2 lines', 'last'])
    log.close()
    rmSync(logs, { recursive: true })
  },
)

test.skipIf(!mounted)(
  'R14, T-DUR-05: on a full disk of 2 MB nothing that was acknowledged is lost, it is told, and it goes on when there is room',
  async () => {
    let profile = openProfile(folder)
    onTestFinished(() => profile.app.close())
    const saved = async () =>
      !(await profile.window.system.info()).notices.some(({ message }) => message.includes('nothing was saved'))
    const remember = (name: string, letters: number) =>
      profile.window.memories.create({ name, content: 'x'.repeat(letters) })
    const acknowledged: string[] = []
    const fill = async (letters: number) => {
      for (let times = 0; times < 1_000; times++) {
        const name = `${acknowledged.length}`
        try {
          await remember(name, letters)
          acknowledged.push(name)
        } catch (error) {
          return error
        }
      }
      return null
    }
    // Until not even small ones find room; each time its log is emptied it finds a little more.
    for (const letters of [20_000, 20_000, 2_000, 2_000, 100, 100])
      expect(await fill(letters)).toMatchObject({
        code: 'DB_FULL',
        message: expect.stringMatching(/^The disk that holds .* is full, so nothing was saved\. Free some space/),
      })
    expect(await saved()).toBe(false)
    const { bavail, bsize } = statfsSync(folder)
    expect(bavail * bsize).toBeLessThan(100_000)
    // The log was emptied for it: of 2 MB, most is what a person wrote.
    expect(acknowledged.length).toBeGreaterThan(40)
    const names = async () => (await profile.window.memories.list()).map(({ name }) => name).sort()
    expect(await names()).toEqual([...acknowledged].sort())
    await expect(profile.window.data.backUp()).rejects.toMatchObject({ code: 'DB_FULL' })

    // A start on the full disk: the window is there, and what was saved.
    await profile.app.close()
    profile = openProfile(folder)
    await profile.app.start()
    expect((await firstLook(profile.window)).notices).toBeDefined()
    expect(await names()).toEqual([...acknowledged].sort())

    expect(mount('-o', 'remount,size=16m', folder)).toBe(true)
    await remember('at last', 20_000)
    expect(await saved()).toBe(true)
    await profile.app.close()
    profile = openProfile(folder)
    expect(await names()).toEqual([...acknowledged, 'at last'].sort())
    console.log(`T-DUR-05: a disk of 2 MB: ${acknowledged.length} memories acknowledged, 0 lost`)
  },
)
