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
