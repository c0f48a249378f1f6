import { join } from 'node:path'
import { expect } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { furnished } from './support/furnished.ts'
import { launchApp } from './support/launch-app.ts'
import { test } from './support/test.ts'

const CHATS = 3_000
const TEN_MINUTES = 600_000

/** A profile as it is after years. */
async function fullProfile(): Promise<string> {
  const folder = await furnished('nothing', async () => {})
  const sqlite = new Sqlite(join(folder, 'spora.db'))
  const at = new Date().toISOString()
  sqlite.exec(`
    INSERT INTO agents (id, principal_id, name, description, system_prompt, max_steps, allow_followup, retry_after_minutes, max_retries, archived, created_at, updated_at)
      VALUES (77, 1, 'Ada', '', '', 10, 1, 0, 0, 0, '${at}', '${at}')`)
  const add = sqlite.prepare(
    "INSERT INTO tasks (agent_id, title, user_prompt, status, step_count, max_steps, created_at, updated_at) VALUES (77, ?, 'p', 'COMPLETED', 1, 10, ?, ?)",
  )
  sqlite.transaction(() => {
    for (let number = 0; number < CHATS; number++) {
      const then = new Date(Date.now() - number * TEN_MINUTES).toISOString()
      add.run(`Chat ${number}`, then, then)
    }
  })()
  sqlite.close()
  return folder
}

test('6-ui: of thousands of chats only those that can be seen are on the page; keys, search and scrolling reach every one', async () => {
  const { page, close } = await launchApp({ folder: await fullProfile() })
  await page.getByRole('link', { name: 'Chats', exact: true }).click()
  const list = page.getByRole('navigation', { name: 'Chats' })
  const rows = list.getByRole('link')
  const chat = (number: number) => list.getByRole('link', { name: new RegExp(`\\bChat ${number}\\b`) })
  await expect(chat(0)).toBeVisible()
  expect(await rows.count()).toBeLessThan(60)

  await chat(0).click()
  for (let pressed = 1; pressed <= 30; pressed++) {
    await page.keyboard.press('Alt+ArrowDown')
    await expect(chat(pressed)).toHaveAttribute('aria-current', 'page')
  }
  await expect(chat(30)).toBeInViewport({ ratio: 1 })
  await expect(chat(0)).toHaveCount(0)

  await list.hover()
  await page.mouse.wheel(0, 10_000_000)
  await expect(chat(CHATS - 1)).toBeInViewport()
  expect(await rows.count()).toBeLessThan(60)

  await page.getByRole('searchbox', { name: 'Search chats' }).fill(`Chat ${CHATS - 1_234}`)
  await expect(rows).toHaveCount(1)
  await expect(chat(CHATS - 1_234)).toBeVisible()
  await close()
})
