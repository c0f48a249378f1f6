import { expect } from '@playwright/test'
import { openServed } from './support/serve-page.ts'
import { test } from './support/test.ts'

test('S1: going back in the first run loses nothing, a stored key is in no form any more, and a failure is said', async () => {
  const { page, rest, close } = await openServed({ welcomed: false })
  const go = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}(?! without)`) }).click()
  await go('Continue')
  await page.getByRole('radio', { name: 'OpenAI-compatible' }).click()
  const key = page.getByLabel(/^API key/i).first()
  await key.fill('sk-canary-first-run')
  await go('Back')
  await go('Continue')
  await expect(key).toHaveValue('sk-canary-first-run')
  await page.getByRole('textbox', { name: 'Model' }).fill('big-1')
  await go('Continue')
  await expect(page.getByRole('heading', { name: 'Pick a first agent' })).toBeVisible()
  await go('Back')
  await expect(page.getByText('Stored, never shown')).toBeVisible()
  await page.getByRole('textbox', { name: 'Model' }).fill('big-2')
  await go('Continue')
  await expect(page.getByRole('heading', { name: 'Pick a first agent' })).toBeVisible()
  expect(await rest('GET', '/models')).toMatchObject([
    { settings: { model: 'big-2' }, secrets: { api_key: { set: true } }, is_default: true },
  ])

  await go('Continue')
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.fill('A message of my own')
  await go('Back')
  await go('Continue')
  await expect(message).toHaveValue('A message of my own')

  await page.route('**/rpc/system/setPreferences', route => route.abort())
  await go('Skip the rest')
  const failed = page.getByRole('alert').filter({ hasText: /\w/ })
  await expect(failed).toBeVisible()
  await page.unrouteAll()
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(page).toHaveURL(/#\/chats/)
  await close()
})
