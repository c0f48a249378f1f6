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
  const bob = dialog.getByRole('article', { name: /Call \d of 2: Post/ }).filter({ hasText: 'Bob' })
  await expect(bob).toBeVisible()
  expect(page.url()).toBe(address)

  // Once it is decided, nothing on the screen says that it waits.
  await app.evaluate(({ app }) => {
    const closed = { count: 0 }
    Object.assign(app, { __closed: closed })
    const all = (app as unknown as { __shownNotifications: NodeJS.EventEmitter[] }).__shownNotifications
    all.at(-1)?.on('close', () => {
      closed.count++
    })
  })
  team.says('Planner', { text: 'Sent to Bob.' })
  await bob.getByRole('button', { name: 'Approve', exact: true }).click()
  await dialog.getByRole('button', { name: 'Run 1, keep 1 waiting' }).click()
  await expect
    .poll(() => app.evaluate(({ app }) => (app as unknown as { __closed: { count: number } }).__closed.count))
    .toBe(1)
  await expect.poll(async () => (await shown(app))?.at(-1)).toEqual({ title: 'Write to Bob', body: 'Sent to Bob.' })
  // However many there were, the window is listened to once.
  const listeners = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map(window => window.listenerCount('focus')),
  )
  expect(listeners).toEqual([1])
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
