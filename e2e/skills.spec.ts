import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { practiced } from './support/furnished.ts'
import { launchApp, newFolder } from './support/launch-app.ts'
import { openServed } from './support/serve-page.ts'
import { test } from './support/test.ts'

function put(folder: string, path: string, front: string, body = 'Add it up twice.'): void {
  const file = join(folder, 'skills', path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `---\n${front}\n---\n\n${body}\n`)
}

test('S8: a broken skill says where and why; repaired and allowed, it says who reads it and what it says', async () => {
  const folder = newFolder()
  put(folder, 'invoice-check/SKILL.md', 'name: invoices\ndescription: How to check an invoice.')
  put(folder, 'invoice-check/rates.md', 'x: 1')
  const open = await openServed({ folder })
  const { page, rest } = open
  await rest('POST', '/agents', { name: 'Bookkeeper' })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Skills', exact: true }).click()

  const broken = page.getByRole('region', { name: '1 skill no agent can read' })
  await expect(broken).toContainText('name is "invoices", the folder is called "invoice-check". Make them the same.')
  await expect(broken).toContainText('NAME_DIR_MISMATCH')
  await expect(broken).toContainText(join(folder, 'skills/invoice-check'))
  await expect(page.getByRole('region', { name: 'Come with Spora' })).toContainText('agent-creation')
  await expect(page.getByRole('region', { name: 'From the plugin Weather' })).toContainText('planning-around-weather')
  await expect(page.getByRole('button', { name: /^Open/ })).toHaveCount(0) // a browser opens no folder

  put(folder, 'invoice-check/SKILL.md', 'name: invoice-check\ndescription: How to check an invoice.')
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(broken).toHaveCount(0)
  const yours = page.getByRole('region', { name: 'Yours' })
  // Coming back from an editor does the same.
  put(folder, 'invoice-check/SKILL.md', 'name: invoice-check\ndescription: How to check a bill.')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(yours).toContainText('How to check a bill.')
  await expect(yours).toContainText('No agent is allowed to read it.')

  await page.getByRole('link', { name: 'Choose who reads what' }).click()
  await page.getByRole('button', { name: 'Set Allowed skills' }).click()
  await page.getByRole('button', { name: 'Allowed skills', exact: true }).click()
  await page.getByRole('checkbox', { name: 'invoice-check' }).click()
  // The keys work at once, however long what was closed takes to fade.
  await page.evaluate(() =>
    document.styleSheets[0]?.insertRule('[data-closed] { opacity: 0 !important; transition: opacity 60s !important }'),
  )
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'All skills, and what they say' }).click()
  await expect(yours).toContainText('Bookkeeper (its Skill tool is off)')
  await rest('POST', '/agents/1/tools/skill/enable')
  const reader = yours.getByRole('link', { name: 'Bookkeeper', exact: true })
  await expect(reader).toBeVisible()

  await yours.getByRole('button', { name: 'Read invoice-check' }).click()
  const dialog = page.getByRole('dialog', { name: 'invoice-check' })
  await expect(dialog).toContainText('Add it up twice.')
  await expect(dialog).toContainText('rates.md')
  await page.keyboard.press('Escape')
  await reader.click()
  await expect(page.getByRole('heading', { name: 'Skill', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/tools\/skill\/settings\/agent-1/)
  await open.close()
})

test('S8: in the app a skill’s folder is shown in the file manager, never opened', async () => {
  const { app, page, folder, close } = await launchApp({ folder: await practiced() })
  await app.evaluate(({ shell }) => {
    const calls: string[] = []
    Object.assign(globalThis, { shown: calls })
    shell.showItemInFolder = path => void calls.push(path)
  })
  const shown = () => app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Skills', exact: true }).click()
  await page.getByRole('button', { name: 'Open your folder' }).click()
  await expect.poll(shown).toEqual([join(folder, 'skills')])
  await page.getByRole('button', { name: 'Open the folder of agent-creation' }).click()
  await expect.poll(shown).toHaveLength(2)
  expect((await shown())[1]).toMatch(/agent-creation\/SKILL\.md$/)
  await close()
})
