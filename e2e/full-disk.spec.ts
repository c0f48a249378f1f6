import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { launchApp, newFolder } from './support/launch-app.ts'
import { callRow, card, choosePractice, conversation, pickStarter, startChat } from './support/story.ts'
import { test } from './support/test.ts'

const FULL = /The disk that holds .* is full, so nothing was saved\. Free some space and try again\./

/** A data folder on a disk of its own. */
function smallDisk(): string | null {
  const folder = newFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', folder]).status === 0
  return process.platform === 'linux' && mounted ? folder : null
}

/** Takes all the room that is left. */
function fill(folder: string): void {
  const file = openSync(join(folder, 'somebody-elses'), 'w')
  try {
    for (let size = 65_536; size >= 1; size = size >> 1) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size))
      } catch {
        // No room for that much.
      }
    }
  } finally {
    closeSync(file)
  }
}

const banner = (page: Page) => page.locator('.banner-row').filter({ hasText: FULL })

test('R14: on a full disk a person is told where they are, nothing is lost, and it goes on when there is room', async () => {
  const folder = smallDisk()
  test.skip(folder === null, 'no small disk can be mounted')
  if (folder === null) return
  try {
    const { page, close } = await launchApp({ folder })
    await choosePractice(page)
    await pickStarter(page)
    await startChat(page, 'what is 2 + 2?')
    await expect(card(page, 'Calculator')).toBeVisible()

    fill(folder)
    const approve = card(page, 'Calculator').getByRole('button', { name: 'Approve', exact: true })
    await approve.click()
    await expect(card(page, 'Calculator').getByRole('alert')).toContainText(FULL)
    await expect(banner(page)).toBeVisible()

    // There is room again: the notice goes without anybody doing anything.
    rmSync(join(folder, 'somebody-elses'))
    await expect(banner(page)).toBeHidden()
    await approve.click()
    await expect(callRow(page, 'Calculator', 'Done')).toBeVisible()
    await expect(conversation(page)).toContainText('2 + 2 is 4.')
    await expect(banner(page)).toBeHidden()

    // A message that could not be sent stays written. It is longer than what the log still has room for.
    fill(folder)
    const message = page.getByRole('textbox', { name: 'Message' })
    const text = 'What do you think of this? '.repeat(7_000)
    await message.fill(text)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main').getByText(FULL)).toBeVisible()
    await expect(message).toHaveValue(text)
    rmSync(join(folder, 'somebody-elses'))
    await message.click()
    await page.keyboard.press('Enter')
    await expect(message).toHaveValue('')
    await expect(banner(page)).toBeHidden()
    await close()
  } finally {
    spawnSync('umount', ['-l', folder])
  }
})
