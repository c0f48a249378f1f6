import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { openServed, type ServedPage } from './support/serve-page.ts'
import { card, QUESTION } from './support/story.ts'
import { test } from './support/test.ts'

const SMALL = { width: 900, height: 600 }
const LARGE = { width: 1440, height: 900 }

/** Every address of routes.tsx, with something in it. */
const ROUTES = [
  '/welcome',
  '/chats',
  '/chats/1',
  '/chats/2',
  '/chats/new',
  '/approvals',
  '/agents',
  '/agents/new',
  '/agents/import',
  '/tools',
  '/plugins',
  '/plugins/add',
  '/settings',
  '/nothing',
]
/** Addresses with tabs: each of them is looked at. */
const TABBED = ['/agents/1', '/tools/weather%3Aweather', '/tools/web_search', '/plugins/weather']

/** A profile with a finished chat, one that waits, an agent and a model, a skill and a broken one. */
async function furnish({ rest, served }: ServedPage): Promise<void> {
  for (const [folder, name] of [
    ['invoice-check', 'invoice-check'],
    ['travel', 'trips'],
  ] as const) {
    mkdirSync(join(served.folder, 'skills', folder), { recursive: true })
    const front = `---\nname: ${name}\ndescription: How to go about it, and when to ask.\n---\n`
    writeFileSync(join(served.folder, 'skills', folder, 'SKILL.md'), `${front}\nAsk first.\n`)
  }
  await rest('POST', '/models', { name: 'Practice', driver: 'practice', settings: {}, is_default: true })
  const agent = await rest<{ id: number }>('POST', '/agents/starters/calculator-and-clock')
  for (const prompt of [QUESTION, 'what time is it in Lisbon?'])
    await rest('POST', '/tasks', { agent_id: agent.id, prompt })
}

async function goTo({ page, settled }: ServedPage, path: string): Promise<void> {
  await page.evaluate(hash => {
    location.hash = hash
  }, path)
  if (path === '/chats/1') await expect(card(page, 'Calculator')).toBeVisible()
  await settled()
  await expect(page.locator('.pane-list, .pane-main, .welcome-main').filter({ visible: true }).first()).toBeVisible()
}

/** Looks at every screen there is, tab by tab, with calls and dialogs open. */
async function everywhere(opened: ServedPage, look: (where: string) => Promise<void>): Promise<void> {
  const { page, settled } = opened
  for (const route of ROUTES) {
    await goTo(opened, route)
    await look(route)
    await page.keyboard.press('Escape')
  }
  await goTo(opened, '/settings')
  const sections = await page
    .locator('.settings-nav a')
    .evaluateAll(links => links.map(link => link.getAttribute('href')))
  for (const section of sections) {
    await goTo(opened, String(section).replace(/^#/, ''))
    await look(String(section))
  }
  for (const route of TABBED) {
    await goTo(opened, route)
    const tabs = page.getByRole('tablist').first().getByRole('tab')
    for (const tab of await tabs.all()) {
      await tab.click()
      await settled()
      await look(`${route} ${await tab.textContent()}`)
    }
  }
  await goTo(opened, '/chats/1')
  await page.getByRole('article', { name: 'Time' }).first().getByRole('button').first().click()
  await card(page, 'Calculator').getByRole('button', { name: 'Reject' }).click()
  await settled()
  await look('an opened call, a reason for a rejection')
  await card(page, 'Calculator').getByRole('button', { name: 'Cancel' }).click()
  await goTo(opened, '/agents')
  await page.keyboard.press('Control+Shift+A')
  await expect(page.getByRole('dialog')).toBeVisible()
  await settled()
  await look('the approvals as a dialog')
  await page.keyboard.press('Escape')
  await goTo(opened, '/settings/skills')
  await page.getByRole('button', { name: 'Read invoice-check' }).click()
  await settled()
  await look('what a skill says')
  await page.keyboard.press('Escape')
  await goTo(opened, '/settings/models')
  await page.getByRole('button', { name: 'Add model' }).click()
  await page.getByRole('radio', { name: 'OpenAI-compatible' }).click()
  await settled()
  await look('the form of a model')
  await page.keyboard.press('Escape')
}

declare global {
  interface Window {
    readonly axe: typeof axe
    /** Texts that are longer for a moment, with what they were. */
    longer?: readonly { readonly node: Text; readonly was: string; readonly is: string }[]
  }
}

const EVERY_RULE: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

test('axe finds nothing on any screen, in both themes, small and large', async () => {
  test.setTimeout(240_000)
  const opened = await openServed()
  const { page } = opened
  await furnish(opened)
  const found: string[] = []
  // Once: no screen loads the page anew.
  await page.evaluate(axe.source)
  const analyze = async (where: string, runOnly: axe.RunOnly) => {
    const violations = await page.evaluate(
      // What passed is not described, which would take most of the time.
      async only =>
        (await window.axe.run(document, { runOnly: only, resultTypes: ['violations'], preload: false })).violations,
      runOnly,
    )
    for (const { id, nodes } of violations)
      found.push(
        `${where} ${id}: ${nodes
          .map(node => node.target.join(' '))
          .slice(0, 3)
          .join(' | ')}`,
      )
  }
  for (const [size, scheme] of [
    [SMALL, 'light'],
    [LARGE, 'dark'],
  ] as const) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const other = scheme === 'light' ? 'dark' : 'light'
    await everywhere(opened, async where => {
      await analyze(`${size.width} ${scheme} ${where}`, EVERY_RULE)
      // Of the other theme only the colours are different, and they do not depend on the size.
      if (size === LARGE) return
      await page.emulateMedia({ colorScheme: other })
      await analyze(`${size.width} ${other} ${where}`, { type: 'rule', values: ['color-contrast'] })
      await page.emulateMedia({ colorScheme: scheme })
    })
  }
  expect(found).toEqual([])
  await opened.close()
})

/** Text that cannot be read whole: cut off by a frame without an ellipsis, or sticking out of its button or the window. */
const cutText = (page: Page) =>
  page.evaluate(() => {
    const cut: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const parent = node.parentElement
      if (
        !parent ||
        node.data.trim() === '' ||
        !parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      )
        continue
      if (parent.closest('.visually-hidden, .rail-label, [aria-hidden="true"]')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, width } = range.getBoundingClientRect()
      if (width === 0) continue
      for (let element: Element | null = parent; element; element = element.parentElement) {
        const style = getComputedStyle(element)
        if (style.position === 'fixed' && style.clipPath !== 'none') break
        const box = element.getBoundingClientRect()
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break
        if (['auto', 'scroll'].includes(style.overflowX)) break
        const clips =
          ['hidden', 'clip'].includes(style.overflowX) ||
          element.matches('button, .button, .chip, .segmented, td, body')
        if (clips && (right > box.right + 1.5 || left < box.left - 1.5)) {
          cut.push(`${element.tagName.toLowerCase()}.${element.className}: “${node.data.trim().slice(0, 50)}”`)
          break
        }
      }
    }
    return [...new Set(cut)]
  })

/** Every text 40 % longer, as another language would have it. */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const longer: { node: Text; was: string; is: string }[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      const words = node.data.trim()
      if (words === '' || node.parentElement?.closest('code, pre, kbd, .code, script, style')) continue
      const was = node.data
      const is = `${was}${'·'.repeat(Math.ceil(words.length * 0.4))}`
      longer.push({ node, was, is })
    }
    for (const { node, is } of longer) node.data = is
    window.longer = longer
  })

/** As they were, but for what the app has written anew meanwhile. */
const shorten = (page: Page) =>
  page.evaluate(() => {
    for (const { node, was, is } of window.longer ?? []) if (node.data === is) node.data = was
  })

test('E19: no text is cut off in the smallest window, also when all of it is 40 % longer, nor at 200 %', async () => {
  test.setTimeout(180_000)
  const opened = await openServed({ size: SMALL })
  const { page } = opened
  await furnish(opened)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  const note = async (where: string) => {
    for (const each of await cutText(page)) found.push(`${where}: ${each}`)
  }
  await everywhere(opened, async where => {
    await note(where)
    await lengthen(page)
    await note(`${where}, longer`)
    await shorten(page)
  })
  await page.setViewportSize({ width: 720, height: 450 })
  await everywhere(opened, where => note(`${where}, at 200 %`))
  expect(found).toEqual([])
  await opened.close()
})
