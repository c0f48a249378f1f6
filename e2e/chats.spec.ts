import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import Sqlite from 'better-sqlite3'
import { type OpenAIRequest, startOpenAIServer } from '../test/model-servers/openai-server.ts'
import type { ModelServer, ScriptedTurn } from '../test/model-servers/script.ts'
import { addScripted, furnished, leadTo } from './support/furnished.ts'
import { openServed, type ServedPage } from './support/serve-page.ts'
import { conversation, newChat } from './support/story.ts'
import { test } from './support/test.ts'

const SAID = 300

let server: ModelServer<OpenAIRequest>
let app: ServedPage
let page: Page
const turns: ScriptedTurn[] = []
/** Until then the model says nothing. */
let gate: Promise<void> = Promise.resolve()

/** Ada has one chat in which much was said. */
async function profile(): Promise<string> {
  const folder = await furnished('chats', async rest => {
    await addScripted(rest)
    await rest('POST', '/agents', { name: 'Ada' })
  })
  const sqlite = new Sqlite(join(folder, 'spora.db'))
  const at = new Date(0).toISOString()
  const { id } = sqlite.prepare('SELECT id FROM agents').get() as { id: number }
  const { lastInsertRowid: chat } = sqlite
    .prepare(
      "INSERT INTO tasks (agent_id, title, user_prompt, status, step_count, max_steps, created_at, updated_at) VALUES (?, 'Long ago', 'p', 'COMPLETED', 1, 500, ?, ?)",
    )
    .run(id, at, at)
  const say = sqlite.prepare(
    'INSERT INTO task_history (task_id, sequence, step, role, content, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (let each = 0; each < SAID; each++)
    say.run(chat, each + 1, each + 1, each % 2 === 0 ? 'user' : 'assistant', `Said number ${each}.`, Date.parse(at))
  sqlite.close()
  leadTo(folder, server.baseUrl)
  return folder
}

test.beforeAll(async () => {
  server = await startOpenAIServer(async () => {
    await gate
    return turns.shift() ?? { text: 'Done.' }
  })
  app = await openServed({ folder: await profile(), size: { width: 900, height: 600 } })
  page = app.page
})
test.afterAll(async () => {
  await app.close()
  await server.close()
})

const chatNumber = () => Number(/#\/chats\/(\d+)$/.exec(page.url())?.[1])
const message = () => page.getByRole('textbox', { name: 'Message', exact: true })

test('R6: an answer that no Markdown can hold is text, and its chat stays a chat', async () => {
  const deep = 3_000
  const answers = [
    '>'.repeat(20_000),
    '- '.repeat(5_000),
    `${'*a '.repeat(deep)}${'b*'.repeat(deep)}`,
    '[a]('.repeat(20_000),
  ]
  for (const text of answers) {
    turns.push({ text })
    await newChat(page, 'Ada', `Say ${text.slice(0, 3)}`)
    await expect(page.getByRole('main').getByText('Done', { exact: true })).toBeVisible()
    await expect(conversation(page).locator('.answer')).toContainText(text.slice(0, 3).trim())
    await expect(page.getByText('This screen stopped working')).toHaveCount(0)
    await message().fill('And now?')
    await page.keyboard.press('Enter')
    await expect(conversation(page).locator('.answer').last()).toHaveText('Ada: Done.')
  }
})

test('A2: a chat that is deleted elsewhere is not shown as if it were there', async () => {
  await newChat(page, 'Ada', 'Soon gone')
  await expect(conversation(page)).toContainText('Done.')
  await app.rest('DELETE', `/tasks/${chatNumber()}`)
  await expect(page.getByRole('heading', { name: 'This chat is not there' })).toBeVisible()
  await expect(conversation(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'All chats' }).click()
  await expect(page).toHaveURL(/#\/chats$/)
})

test('9.14 #14: what is asked of a chat and not done is said; who went elsewhere is not called back', async () => {
  await newChat(page, 'Ada', 'To be deleted')
  await expect(conversation(page)).toContainText('Done.')
  const remove = async () => {
    await page.getByRole('button', { name: 'More about this chat' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    await page.getByRole('button', { name: 'Delete chat' }).click()
  }
  await page.route(/tasks\/remove/, route => route.abort())
  await remove()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Spora did not answer.')
  await page.unroute(/tasks\/remove/)

  let goOn: () => void = () => {}
  const held = new Promise<void>(resolve => {
    goOn = resolve
  })
  await page.route(/tasks\/remove/, async route => {
    await held
    await route.continue()
  })
  const answered = page.waitForResponse(/tasks\/remove/)
  await remove()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/#\/settings/)
  goOn()
  await answered
  await app.settled()
  await expect(page).toHaveURL(/#\/settings/)
})

test('6-ui: what is typed while a message is on its way stays; a reload takes nothing that is typed', async () => {
  await newChat(page, 'Ada', 'Slowly')
  await expect(conversation(page)).toContainText('Done.')
  let goOn: () => void = () => {}
  const held = new Promise<void>(resolve => {
    goOn = resolve
  })
  await page.route(/tasks\/continue/, async route => {
    await held
    await route.continue()
  })
  await message().fill('First')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' and second')
  goOn()
  await expect(conversation(page)).toContainText('First')
  await expect(conversation(page).locator('.answer')).toHaveCount(2)
  await expect(message()).toHaveValue('and second')
  await page.unroute(/tasks\/continue/)
  await page.reload()
  await expect(message()).toHaveValue('and second')
})

test('6-ui a11y: the same words said twice are announced twice', async () => {
  await newChat(page, 'Ada', 'Once')
  await expect(conversation(page)).toContainText('Done.')
  const live = page.locator('.visually-hidden[aria-live="polite"]')
  for (const words of ['Twice', 'Three times']) {
    const answers = await conversation(page).locator('.answer').count()
    await message().fill(words)
    await page.keyboard.press('Enter')
    await expect(conversation(page).locator('.answer')).toHaveCount(answers + 1)
    await expect(live).toHaveText('Ada: Done.')
    // A screen reader hears of what is new on the page: this mark stays on what is not.
    await expect(live.locator('[data-heard]')).toHaveCount(0)
    await live.locator('span').evaluate(element => {
      element.setAttribute('data-heard', '')
    })
  }
})

test('6-ui: a list that is looked through stays where it is while chats go on', async () => {
  const { id } = (await app.rest<{ id: number }[]>('GET', '/agents'))[0] ?? { id: 0 }
  for (let each = 0; each < 25; each++) await app.rest('POST', '/tasks', { agent_id: id, prompt: `Chat ${each}` })
  await page.setViewportSize({ width: 1280, height: 600 })
  const list = page.getByRole('navigation', { name: 'Chats' })
  await newChat(page, 'Ada', 'The current one')
  await expect(list.getByRole('link', { name: /The current one/ })).toBeInViewport()
  await list.hover()
  await page.mouse.wheel(0, 100_000)
  const top = () => list.evaluate(element => element.scrollTop)
  await expect.poll(top).toBeGreaterThan(500)
  for (const prompt of ['Other', 'And another']) {
    await app.rest('POST', '/tasks', { agent_id: id, prompt })
    await app.settled()
  }
  await message().fill('More')
  await page.keyboard.press('Enter')
  await expect(conversation(page).locator('.answer')).toHaveCount(2)
  // Three rows more at the top, and not one jump.
  expect(await top()).toBeGreaterThan(500)
})

test('6-ui: who reads the beginning of what is shown keeps it before their eyes, whatever is said or opened', async () => {
  await page.evaluate(() => {
    location.hash = '#/chats/1'
  })
  const log = conversation(page)
  await expect(log.getByText(`Said number ${SAID - 1}.`)).toBeInViewport()
  let goOn: () => void = () => {}
  gate = new Promise(resolve => {
    goOn = resolve
  })
  for (let each = 0; each < 4; each++)
    turns.push({ text: `Step ${each}.`, calls: [{ name: 'nothing_like_that', arguments: {} }] })
  await message().fill('Go on')
  await page.keyboard.press('Enter')
  await expect(log).toContainText('You: Go on')
  const first = log.getByText(`Said number ${SAID - 120}.`)
  await log.press('Home')
  await expect(first).toBeInViewport()
  goOn()
  await expect(log).toContainText('Step 3.')
  await expect(page.getByRole('main').getByText('Done', { exact: true })).toBeVisible()
  await expect(first).toBeInViewport()
  await page.getByRole('button', { name: `Show ${SAID - 120} earlier` }).click()
  await expect(log.getByText(`Said number ${SAID - 240}.`)).toBeAttached()
  await expect(first).toBeInViewport()
})

test('9.10: a chat that cannot be shown keeps nobody from the others', async () => {
  await page.setViewportSize({ width: 1280, height: 820 })
  await newChat(page, 'Ada', 'The good one')
  await newChat(page, 'Ada', 'The broken one')
  await expect(conversation(page)).toContainText('Done.')
  await page.route(/tasks\/get/, async route => {
    const response = await route.fetch()
    const answer = (await response.json()) as { json: { title: string } }
    const broken = answer.json.title === 'The broken one' ? { ...answer.json, timeline: [null] } : answer.json
    await route.fulfill({ response, json: { ...answer, json: broken } })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This screen stopped working' })).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('link', { name: /The good one/ })
    .click()
  await expect(conversation(page)).toContainText('Done.')
  await page.unroute(/tasks\/get/)
})

test('9.10: a link opens after the whole address was shown, in a browser too; one that may not be opened says why', async () => {
  turns.push({ text: 'See [the page](https://example.com/a?b=c#d), or [the old one](http://example.com/).' })
  await newChat(page, 'Ada', 'Where?')
  await page.context().route('https://example.com/**', route => route.fulfill({ body: 'There.' }))
  await conversation(page).getByRole('button', { name: 'the page' }).click()
  const dialog = page.getByRole('dialog', { name: 'Open example.com?' })
  await expect(dialog).toContainText('https://example.com/a?b=c#d')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await conversation(page).getByRole('button', { name: 'the page' }).click()
  const opened = page.context().waitForEvent('page')
  await dialog.getByRole('link', { name: 'Open' }).click()
  const other = await opened
  await expect(other).toHaveURL('https://example.com/a?b=c#d')
  expect(await other.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
  await other.close()
  await expect(dialog).toHaveCount(0)
  await conversation(page).getByRole('button', { name: 'the old one' }).click()
  await expect(page.getByText('Spora opens https links only')).toBeVisible()
})

test('R10: what is copied is on the clipboard although the window has no permissions, and it is said when it is not', async () => {
  await newChat(page, 'Ada', 'Copy me')
  await expect(conversation(page)).toContainText('Done.')
  // As in the app, where every permission is refused.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () =>
      Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
  })
  const copy = async () => {
    await page.getByRole('button', { name: 'More about this chat' }).click()
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click()
  }
  await copy()
  await expect(page.getByText('Copied')).toBeVisible()
  await message().focus()
  await page.keyboard.press('Control+v')
  await expect(message()).toHaveValue(/\*\*You:\*\* Copy me\n\n\*\*Ada:\*\* Done\./)
  await message().fill('')
  await page.evaluate(() => {
    document.execCommand = () => false
  })
  await copy()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('This could not be copied')
})
