import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { launchApp } from './support/launch-app.ts'
import { choosePractice } from './support/story.ts'
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
