import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
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
