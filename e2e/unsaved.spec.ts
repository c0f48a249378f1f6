import { expect, type Route } from '@playwright/test'
import { openServed } from './support/serve-page.ts'
import { test } from './support/test.ts'

/** Every form with a bar to save. */
const FORMS = [
  { path: '/agents/1/overview', field: 'Name', value: 'Renamed' },
  { path: '/agents/1/notes', field: /^Notes of/, value: 'Prices are in euro.' },
  { path: '/settings/about-you', field: /^Name/, value: 'Ada' },
  { path: '/tools/weather%3Aweather/settings', field: 'Forecast address', value: 'http://127.0.0.1:9/', set: true },
]

test('6-ui 3.4: who leaves while a save is under way is asked, and gets there once it is saved', async () => {
  const { page, rest, settled, close } = await openServed()
  await rest('POST', '/agents', { name: 'Ada' })
  const held: Route[] = []
  let holds = false
  await page.route(/\/rpc\/\w+\/(save|update|set)/, route => (holds ? void held.push(route) : route.continue()))
  const goTo = async (path: string) => {
    await page.evaluate(hash => Object.assign(location, { hash }), path)
    await settled()
  }
  for (const { path, field, value, set } of FORMS) {
    await goTo(path)
    if (set) await page.getByRole('button', { name: `Set ${field}` }).click()
    const box = page.getByRole('textbox', { name: field }).first()
    await box.fill(value)
    holds = true
    await page.getByRole('button', { name: /^Save/ }).click()
    await expect.poll(() => held.length).toBe(1)
    await page.getByRole('link', { name: 'Chats' }).click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(asked).toBeVisible()
    holds = false
    for (const route of held.splice(0)) await route.continue()
    await expect(page, path).toHaveURL(/#\/chats$/)
    await expect(asked).toHaveCount(0)
    await goTo(path)
    await expect(box).toHaveValue(value)
  }
  await close()
})
