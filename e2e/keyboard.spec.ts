import { expect, type Locator, type Page } from '@playwright/test'
import { startOpenAIServer } from '../test/model-servers/openai-server.ts'
import { launchApp } from './support/launch-app.ts'
import { openServed } from './support/serve-page.ts'
import { callRow, card, conversation, QUESTION, STARTER } from './support/story.ts'
import { test } from './support/test.ts'

const focused = (page: Page) => page.locator(':focus')

/** Whether the focus can be seen: the element, or the frame around it, looks different without it. */
const isFocusSeen = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const look = () =>
      [element, element.parentElement, element.parentElement?.parentElement].map(each => {
        if (!each) return ''
        const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(each)
        return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor, backgroundColor].join()
      })
    const focused = look().join()
    element.blur()
    const blurred = look().join()
    element.focus()
    return focused !== blurred
  })

/** Presses Tab until the focus is there; fails when it never comes. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate(element => element === document.activeElement)) {
      expect(await isFocusSeen(page)).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${target}.`)
}

/** What has the focus although a dialog is open. */
const outsideOfDialogs = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement
    return active?.closest('[role="dialog"], [role="alertdialog"]') ? null : active?.outerHTML
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Through the parts of the window until the approvals of so many calls have the focus, and letters decide. */
async function toApprovals(page: Page, count: number): Promise<void> {
  const name = count === 1 ? '1 call is waiting for you' : `${count} calls are waiting for you`
  const heading = page.getByRole('heading', { name, exact: true })
  const cards = page.getByRole('article', { name: new RegExp(`Call \\d of ${count}:`) })
  // Whoever types when cards appear decides nothing for a moment.
  await expect(cards.first().getByRole('button', { name: 'Reject', exact: true })).toBeEnabled()
  const isThere = () => heading.evaluate(element => element === document.activeElement)
  for (let presses = 0; presses < 10 && !(await isThere()); presses++) await page.keyboard.press('F6')
  await expect(heading).toBeFocused()
}

test('the newcomer’s story without a mouse: edit, approve, reject with a reason', async () => {
  const { page, close } = await launchApp()
  await tabTo(page, button(page, 'Continue'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a model' })).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: /Practice model/ }))
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: /Practice model/ })).toBeChecked()
  await tabTo(page, button(page, 'Continue'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pick a first agent' })).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: STARTER, exact: true }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: STARTER, exact: true })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await tabTo(page, page.getByRole('textbox', { name: 'Message' }))
  await page.keyboard.press('Control+A')
  await page.keyboard.type(QUESTION)
  await page.keyboard.press('Control+Enter')

  await test.step('edit and approve', async () => {
    await toApprovals(page, 1)
    await page.keyboard.press('e')
    await expect(card(page, 'Calculator').getByRole('textbox', { name: 'Expression' })).toBeFocused()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('240*20/100')
    await page.keyboard.press('Escape')
    await expect(card(page, 'Calculator')).toBeFocused()
    expect(await isFocusSeen(page)).toBe(true)
    await page.keyboard.press('a')
    await expect(conversation(page)).toContainText('240*20/100 is 48')
  })

  await test.step('a second chat: reject with a reason, from a letter', async () => {
    await page.keyboard.press('Control+n')
    await expect(page.getByRole('textbox', { name: /^Message/ })).toBeFocused()
    await page.keyboard.type('what is 3 * 4?')
    await page.keyboard.press('Enter')
    await toApprovals(page, 1)
    await page.keyboard.press('r')
    await expect(page.getByRole('textbox', { name: /Reject, and tell/ })).toBeFocused()
    await page.keyboard.type('I know that one.')
    await page.keyboard.press('Control+Enter')
    await expect(callRow(page, 'Calculator', 'Calculate')).toContainText('You: “I know that one.”')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  })

  await test.step('every section by its key', async () => {
    for (const [index, section] of ['Chats', 'Approvals', 'Agents', 'Tools', 'Plugins', 'Settings'].entries()) {
      await page.keyboard.press(`Control+${index + 1}`)
      await expect(page.getByRole('link', { name: new RegExp(`^${section}`) }).first()).toHaveAttribute(
        'aria-current',
        'page',
      )
    }
  })
  await close()
})

test('several calls with letters alone: approve, next, reject, undo, send; the same in the dialog from anywhere', async () => {
  const opened = await openServed()
  const { page, rest } = opened
  const server = await startOpenAIServer((_body, request) =>
    request % 2 === 0
      ? {
          calls: [
            { name: 'calculator', arguments: { expression: '1+1' } },
            { name: 'calculator', arguments: { expression: '2+2' } },
            { name: 'calculator', arguments: { expression: '3+3' } },
          ],
        }
      : { text: 'All decided.' },
  )
  const model = await rest<{ id: number }>('POST', '/models', {
    name: 'Scripted',
    driver: 'openai_compatible',
    settings: { base_url: server.baseUrl, model: 'm' },
  })
  const agent = await rest<{ id: number }>('POST', '/agents/starters/calculator-and-clock')
  await rest('PATCH', `/agents/${agent.id}`, { change: { llm_config_id: model.id } })
  const begin = () => rest<{ id: number }>('POST', '/tasks', { agent_id: agent.id, prompt: 'Three sums, please.' })
  const first = await begin()
  await page.goto(`${opened.served.origin}/#/chats/${first.id}`)
  const cards = page.getByRole('article', { name: /Call \d of 3/ })
  await expect(cards).toHaveCount(3)
  await toApprovals(page, 3)
  await page.keyboard.press('a')
  await expect(cards.nth(1)).toBeFocused()
  await page.keyboard.press('r')
  await page.keyboard.type('Keep it.')
  await page.keyboard.press('Control+Enter')
  await expect(cards.nth(2)).toBeFocused()
  await page.keyboard.press('a')
  await expect(page.getByText('2 approved')).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByText('1 approved')).toBeVisible()
  await page.keyboard.press('k')
  await expect(cards.nth(1)).toBeFocused()
  await page.keyboard.press('Control+Enter')
  await expect(conversation(page).getByText('You: “Keep it.”')).toBeVisible()
  await toApprovals(page, 1)
  await page.keyboard.press('a')
  await expect(conversation(page)).toContainText('All decided.')

  await test.step('from another screen', async () => {
    await begin()
    await page.keyboard.press('Control+3')
    await expect(page.getByText('3 waiting for you').first()).toBeVisible()
    const before = page.getByRole('link', { name: 'Agents' })
    await before.focus()
    await page.keyboard.press('Control+Shift+A')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('article')).toHaveCount(3)
    await expect.poll(() => dialog.evaluate(element => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(before).toBeFocused()
  })
  await opened.close()
  await server.close()
})

interface Opener {
  readonly path: string
  /** What is pressed, in order; the last one opens the dialog and gets the focus back. */
  readonly press: readonly {
    readonly role: 'button' | 'link' | 'menuitem' | 'switch'
    readonly name: string | RegExp
  }[]
}

const OPENERS: readonly Opener[] = [
  { path: '/agents', press: [{ role: 'button', name: 'New agent' }] },
  { path: '/settings/models', press: [{ role: 'button', name: 'Add model' }] },
  { path: '/settings/models', press: [{ role: 'button', name: /^Edit/ }] },
  { path: '/plugins', press: [{ role: 'link', name: 'Add from folder…' }] },
  { path: '/agents/1/tools', press: [{ role: 'switch', name: /Acme Web Search/ }] },
  {
    path: '/chats/1',
    press: [
      { role: 'button', name: 'More about this chat' },
      { role: 'menuitem', name: 'Rename…' },
    ],
  },
  {
    path: '/chats/1',
    press: [
      { role: 'button', name: 'More about this chat' },
      { role: 'menuitem', name: 'Delete…' },
    ],
  },
]

const ROUTES = [
  '/welcome',
  '/chats/1',
  '/chats/new',
  '/approvals',
  '/agents',
  '/agents/1/overview',
  '/agents/1/tools',
  '/agents/1/permissions',
  '/tools',
  '/tools/weather%3Aweather/settings',
  '/tools/weather%3Aweather/operations',
  '/tools/weather%3Aweather/schema',
  '/plugins/weather',
  '/settings/models',
  '/settings/appearance',
]

test('dialogs keep the focus and give it back; no screen traps it, and it is seen wherever it is', async () => {
  const opened = await openServed({ size: { width: 900, height: 600 } })
  const { page, rest } = opened
  await rest('POST', '/models', { name: 'Practice', driver: 'practice', settings: {}, is_default: true })
  const agent = await rest<{ id: number }>('POST', '/agents/starters/calculator-and-clock')
  const task = await rest<{ id: number }>('POST', '/tasks', { agent_id: agent.id, prompt: QUESTION })
  expect([agent.id, task.id]).toEqual([1, 1])
  const goTo = async (path: string) => {
    await page.evaluate(hash => {
      location.hash = hash
    }, path)
    await opened.settled()
    await expect(page.locator('.pane-list, .pane-main, .welcome-main').filter({ visible: true }).first()).toBeVisible()
  }

  for (const { path, press } of OPENERS) {
    await test.step(`${path} ${press.map(({ name }) => name).join(' → ')}`, async () => {
      await goTo(path)
      let opener = page.locator('never')
      for (const { role, name } of press) {
        const target = page.getByRole(role, { name }).first()
        await target.focus()
        await page.keyboard.press(role === 'switch' ? 'Space' : 'Enter')
        if (role !== 'menuitem') opener = target
      }
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last()
      await expect(dialog).toBeVisible()
      await expect(dialog).toHaveAccessibleName(/./)
      await expect.poll(() => dialog.evaluate(element => element.contains(document.activeElement))).toBe(true)
      for (const key of [...Array(25).fill('Tab'), ...Array(25).fill('Shift+Tab')]) {
        await page.keyboard.press(key)
        // The edge of a dialog hands the focus on with the next frame.
        await expect.poll(() => outsideOfDialogs(page), { message: key, intervals: [0, 20] }).toBeNull()
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(opener).toBeFocused()
    })
  }

  for (const route of ROUTES) {
    await test.step(`Tab through ${route}`, async () => {
      await goTo(route)
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      const seen: string[] = []
      for (let presses = 0; presses < 150; presses++) {
        await page.keyboard.press('Tab')
        const stop = await page.evaluate(path => {
          const element = document.activeElement as HTMLElement
          if (!element || element === document.body) return null
          const again = element.dataset.stop === path
          element.dataset.stop = path
          const { x, y, width, height } = element.getBoundingClientRect()
          const inside = x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0
          return {
            what: `${element.tagName} ${element.ariaLabel ?? ''} ${element.textContent?.slice(0, 40)}`,
            again,
            inside,
          }
        }, route)
        // Past the end the focus is nowhere for a moment, then begins again.
        if (!stop && seen.length === 0) continue
        if (!stop || stop.again) break
        seen.push(stop.what)
        expect(stop.inside, `${route}: ${stop.what} is on the screen`).toBe(true)
        expect(await isFocusSeen(page), `${route}: the focus is seen on ${stop.what}`).toBe(true)
      }
      expect(seen.length, route).toBeGreaterThan(1)
      expect(seen.length, `${route}: Tab comes around`).toBeLessThan(150)
    })
  }
  expect(await focused(page).count()).toBeLessThanOrEqual(1)
  await opened.close()
})
