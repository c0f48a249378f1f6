import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { newFolder } from './support/launch-app.ts'
import { launchServe } from './support/launch-serve.ts'
import { openServed, restOf } from './support/serve-page.ts'
import { test } from './support/test.ts'

interface Named {
  readonly name: string
}

test('R7, K7: a backup is made, asked to be restored, and everything is as it was after the next start', async () => {
  const first = await openServed()
  const { page, rest, served } = first
  await rest('POST', '/agents', { name: 'From before' })
  await page.goto(`${served.origin}/#/settings/data`)
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeVisible()
  await page.getByRole('button', { name: 'Back up now' }).click()
  const made = page.getByRole('listitem').filter({ hasText: 'made by you' })
  await expect(made).toHaveCount(1)
  await rest('POST', '/agents', { name: 'From after' })

  await made.getByRole('button', { name: /^Restore the backup of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText(/takes the place of everything when Spora starts next/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep what is there now' }).click()
  await expect(page.getByText(/takes the place of everything/)).toBeHidden()
  await made.getByRole('button', { name: /^Restore the backup of/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText(/takes the place of everything/)).toBeVisible()
  await first.close()

  const again = await launchServe(served.folder)
  const agents = await restOf(again)<Named[]>('GET', '/agents')
  expect(agents.map(({ name }) => name)).toEqual(['From before'])
  const { notices } = await restOf(again)<{ notices: { message: string }[] }>('GET', '/system')
  expect(notices.map(({ message }) => message).join()).toContain('Everything is as it was in the backup asked-')
  const { backups } = await restOf(again)<{ backups: { reason: string }[] }>('GET', '/data/backups')
  expect(backups.map(({ reason }) => reason)).toContain('before-restore')
  await again.close()
})

test('R7: damaged twice, the window shows the last backup each time and names both kept files', async () => {
  const folder = newFolder()
  const first = await launchServe(folder)
  const rest = restOf(first)
  await rest('PATCH', '/preferences', { welcomed: true })
  await rest('POST', '/agents', { name: 'Harbour' })
  await rest('POST', '/data/backups')
  await first.close()
  const damage = () =>
    writeFileSync(join(folder, 'spora.db'), readFileSync(join(folder, 'spora.db')).fill(0x5a, 4096, 20_000))
  damage()
  await (await launchServe(folder)).close()
  damage()
  const { page, close } = await openServed({ folder, welcomed: false })
  await expect(
    page.getByText(/it was damaged\. Spora kept it unchanged as .* and went back to the backup/),
  ).toHaveCount(2)
  await page.getByRole('link', { name: 'Agents' }).click()
  await expect(page.getByText('Harbour').first()).toBeVisible()
  await close()
})
