import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { newFolder } from './support/launch-app.ts'
import { launchServe, refusedServe } from './support/launch-serve.ts'
import { openServed, restOf } from './support/serve-page.ts'
import { test } from './support/test.ts'

/** A folder in which this version worked, and then a newer one that changed the database so. */
async function leftByNewer(changes: string): Promise<string> {
  const folder = newFolder()
  const served = await launchServe(folder)
  const rest = restOf(served)
  await rest('PATCH', '/preferences', { welcomed: true })
  const { id } = await rest<{ id: number }>('POST', '/agents', { name: 'Harbour' })
  await rest('POST', '/tasks', { agent_id: id, prompt: 'When does the ferry leave?' })
  await served.close()
  const newer = new Sqlite(join(folder, 'spora.db'))
  newer.exec(changes)
  newer.pragma(`user_version = ${Number(newer.pragma('user_version', { simple: true })) + 1}`)
  newer.close()
  return folder
}

test('R8: what a newer version wrote is shown, backed up and not changed', async () => {
  const folder = await leftByNewer(
    'CREATE TABLE labels (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT; ALTER TABLE tasks ADD COLUMN label_id INTEGER REFERENCES labels (id);',
  )
  const { page, served, close } = await openServed({ folder, welcomed: false })
  await expect(page.getByText(/was written by a newer version of Spora/)).toBeVisible()
  await expect(page.getByText(/Start the newer version to go on, or go back to a backup/)).toBeVisible()
  await page.goto(`${served.origin}/#/chats`)
  await page.getByRole('link', { name: /When does the ferry leave/ }).click()
  await expect(page.getByRole('heading', { name: /When does the ferry leave/ })).toBeVisible()

  await page.goto(`${served.origin}/#/agents/1`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Renamed')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Nothing was changed: .*newer version/)).toBeVisible()

  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour')
  await page.goto(`${served.origin}/#/settings/data`)
  await page.getByRole('button', { name: 'Back up now' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'made by you' })).toHaveCount(1)
  await close()
  const left = new Sqlite(join(folder, 'spora.db'), { readonly: true })
  expect(left.prepare('SELECT name FROM agents').pluck().all()).toEqual(['Harbour'])
  expect(left.prepare('SELECT title FROM tasks').pluck().all()).toEqual(['When does the ferry leave?'])
  left.close()
  expect(readdirSync(join(folder, 'backups'))).toHaveLength(2)
})

test('R8: what this version cannot read is refused with a sentence', async () => {
  const folder = await leftByNewer('ALTER TABLE agents RENAME COLUMN name TO title;')
  const { code, said } = await refusedServe(folder)
  expect(code).toBe(1)
  expect(said).toMatch(/was written by a newer version of Spora\. Start that version, or choose another folder/)
})
