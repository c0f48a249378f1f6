import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { launchApp } from './support/launch-app.ts'
import { choosePractice, pickStarter } from './support/story.ts'
import { test } from './support/test.ts'

test('asked to quit a second time while it closes, the app still ends in order', async () => {
  const { app, page, folder, close } = await launchApp()
  await choosePractice(page)
  await expect.poll(() => existsSync(join(folder, 'instance.json'))).toBe(true)
  const gone = once(app.process(), 'exit')
  await app
    .evaluate(electron => {
      electron.app.quit()
      electron.app.quit()
    })
    .catch(() => {}) // it may go before it answers
  await gone
  expect(existsSync(join(folder, 'instance.json'))).toBe(false)
  expect(existsSync(join(folder, 'spora.db-wal'))).toBe(false)
  await close().catch(() => {})
})

test('how the window looks is kept when it is chosen, so that closing needs no database and a killed app has it too', async () => {
  const { page, folder, kill } = await launchApp()
  await choosePractice(page)
  await pickStarter(page)
  await page.getByRole('button', { name: 'Finish without a chat' }).click()
  await page.waitForURL(/#\/chats\/new\/1$/)
  await page.evaluate(() => {
    location.hash = '#/settings/appearance'
  })
  await page.getByRole('radio', { name: 'Dark' }).click()
  await expect
    .poll(() => JSON.parse(readFileSync(join(folder, 'look.json'), 'utf8')))
    .toEqual({ theme: 'dark', welcomed: true, list_collapsed: false })
  await kill()
  const second = await launchApp({ folder })
  expect(await second.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
  await second.close()
})

test('6-ui 3.4, E21: closing the window and quitting ask before unsaved work is lost', async () => {
  const { app, page, close } = await launchApp()
  page.on('dialog', dialog => void dialog.dismiss().catch(() => {})) // Electron shows none: its window stays open
  await choosePractice(page)
  await pickStarter(page)
  await page.getByRole('button', { name: 'Finish without a chat' }).click()
  await page.waitForURL(/#\/chats\/new\/1$/)
  await page.evaluate(() => {
    location.hash = '#/agents/1/instructions'
  })
  await page.getByRole('textbox').fill('It took long to write this.')
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
  for (const how of ['close', 'quit'] as const) {
    await app.evaluate((electron, how) => {
      if (how === 'quit') electron.app.quit()
      else electron.BrowserWindow.getAllWindows()[0]?.close()
    }, how)
    await asked.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByRole('textbox')).toHaveValue('It took long to write this.')
  }
  const gone = once(app.process(), 'exit')
  await app.evaluate(electron => electron.app.quit())
  await asked.getByRole('button', { name: 'Leave without saving' }).click()
  await gone
  await close().catch(() => {})
})
