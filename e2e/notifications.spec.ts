import { type ElectronApplication, expect } from '@playwright/test'
import { launchApp } from './support/launch-app.ts'
import { conversation, newChat } from './support/story.ts'
import { letter, newTeam } from './support/team.ts'
import { test } from './support/test.ts'

interface Shown {
  readonly options: { readonly title: string; readonly body: string }
  emit(event: string): void
}

/** The stand-in keeps what the system would have shown; the real Electron does not. */
const shown = (app: ElectronApplication) =>
  app.evaluate(({ app }) => {
    const all = (app as unknown as { __shownNotifications?: Shown[] }).__shownNotifications
    return all?.map(({ options }) => options) ?? null
  })

/** From the event loop, as the system would: what a spec evaluates may run in the middle of something else. */
const lookElsewhere = (app: ElectronApplication) =>
  app.evaluate(async ({ app, BrowserWindow }) => {
    await new Promise(resolve => setImmediate(resolve))
    for (const window of BrowserWindow.getAllWindows()) {
      window.isFocused = () => false
      app.emit('browser-window-blur', {}, window)
    }
  })

test('E16: what needs the person is told while the window is not in front, and a click opens that call where they are', async () => {
  const team = await newTeam()
  const { app, page, close } = await launchApp({ folder: team.folder })
  test.skip((await shown(app)) === null, 'shown by the system itself')
  team.says('Planner', { text: 'I write to Ada.', calls: [letter('Ada')] })

  await newChat(page, 'Planner', 'Write to Ada')
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Approvals 1 waiting for you' })).toBeVisible()
  expect(await shown(app)).toEqual([])

  await lookElsewhere(app)
  team.says('Planner', { calls: [letter('Bob')] })
  await newChat(page, 'Planner', 'Write to Bob')
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await expect.poll(() => shown(app)).toEqual([{ title: 'Write to Bob', body: 'Send a letter to Bob' }])
  const address = page.url()
  await app.evaluate(({ app }) => {
    ;(app as unknown as { __shownNotifications: Shown[] }).__shownNotifications.at(-1)?.emit('click')
  })
  const dialog = page.getByRole('dialog', { name: 'Approvals' })
  await expect(dialog.getByRole('article', { name: /Call \d of 2: Post/ }).filter({ hasText: 'Bob' })).toBeVisible()
  expect(page.url()).toBe(address)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Chats', exact: true }).click()
  await expect(
    conversation(page)
      .or(page.getByRole('link', { name: /Write to Bob/ }))
      .first(),
  ).toBeVisible()
  await close()
  await team.server.close()
})
