import { expect, type Locator, type Page } from '@playwright/test'
import type { CallView } from '../src/shared/contract/calls.ts'
import type { RuleView } from '../src/shared/contract/rules.ts'
import { type OpenAIRequest, startOpenAIServer } from '../test/model-servers/openai-server.ts'
import type { ModelServer, ScriptedTurn } from '../test/model-servers/script.ts'
import { manifest, pluginFolder, pluginSource } from './support/plugin-folder.ts'
import { openServed, type ServedPage } from './support/serve-page.ts'
import { callRow, conversation, newChat } from './support/story.ts'
import { test } from './support/test.ts'

const POST = `{
  name: 'post',
  displayName: 'Post',
  description: 'Sends letters.',
  operations: {
    send: {
      description: 'Sends one letter.',
      parameters: {
        to: { type: 'array', items: { type: 'string' }, description: 'Whom.' },
        copies: { type: 'integer', description: 'How many.', required: false },
        stamp: { type: 'object', description: 'Anything.', required: false },
      },
      describe: ({ to }) => 'Send a letter to ' + to.join(' and '),
      execute: async args => ToolResult.ok('Sent: ' + JSON.stringify(args)),
    },
  },
}`
const letter = (to: string, more: object = {}) => ({ name: 'office__post', arguments: { to: [to], ...more } })

let server: ModelServer<OpenAIRequest>
let app: ServedPage
const turns: ScriptedTurn[] = []
test.beforeAll(async () => {
  server = await startOpenAIServer(() => turns.shift() ?? { text: 'Done.' })
  app = await openServed()
  const { rest } = app
  const settings = { base_url: server.baseUrl, model: 'scripted-model' }
  await rest('POST', '/models', { name: 'Scripted', driver: 'openai_compatible', settings, is_default: true })
  const path = pluginFolder({ 'plugin.json': manifest('office', 'Office'), 'index.mjs': pluginSource([POST]) })
  const { candidate_id, digest } = await rest<{ candidate_id: string; digest: string }>('POST', '/plugins/choose', {
    path,
  })
  await rest('POST', '/plugins', { candidate_id, digest, mode: 'link' })
  for (const name of ['Planner', 'Writer']) {
    const { id } = await rest<{ id: number }>('POST', '/agents', { name })
    await rest('POST', `/agents/${id}/tools`, { tool_class: 'office/PostTool', enabled: true })
  }
})
test.afterAll(async () => {
  await app.close()
  await server.close()
})

const cardFor = (page: Page, name: string): Locator =>
  page.getByRole('article', { name: /Call \d+ of \d+: Post/ }).filter({ hasText: `Send a letter to ${name}` })
const approve = (within: Locator) => within.getByRole('button', { name: /^Approve( changed)?$/ })
const pending = () => app.rest<CallView[]>('GET', '/calls/pending')

/** A chat whose agent asks for these letters, in the docked panel. */
async function asked(agent: string, ...names: (string | ReturnType<typeof letter>)[]): Promise<void> {
  turns.push({ text: 'I write.', calls: names.map(name => (typeof name === 'string' ? letter(name) : name)) })
  await newChat(app.page, agent, `Write ${JSON.stringify(names)}`)
  await expect(app.page.getByRole('article', { name: /Call \d+ of \d+: Post/ })).toHaveCount(names.length)
}

test('P5: words instead of a decision reject, and make no rule of an approval that was to be remembered', async () => {
  const { page, rest } = app
  await asked('Planner', 'Ada', 'Bob')
  await cardFor(page, 'Ada').getByRole('button', { name: 'Approve and remember…' }).click()
  await page.getByRole('menuitem', { name: 'Planner may' }).click()
  await expect(cardFor(page, 'Ada')).toContainText('and from now on for this agent')
  await page.getByRole('textbox', { name: 'Tell Planner something instead…' }).fill('Write to nobody')
  await page.getByRole('button', { name: 'Reject and say this' }).click()
  await expect(conversation(page)).toContainText('Done.')
  await expect(callRow(page, 'Post', 'Send').first()).toContainText('You: “Write to nobody”')
  expect(await rest<RuleView[]>('GET', '/rules')).toEqual([])
})

test('4.3: keys in a field for words, or in what lies over a card, decide nothing about the card', async () => {
  const { page, rest } = app
  await asked('Planner', 'Ada')
  await expect(approve(cardFor(page, 'Ada'))).toBeEnabled()
  await cardFor(page, 'Ada').getByRole('button', { name: 'Approve and remember…' }).click()
  await page.getByRole('menuitem', { name: 'With conditions…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve and remember' })
  for (const control of [dialog.getByRole('checkbox').first(), dialog.getByRole('button', { name: 'Cancel' })]) {
    for (const keys of ['a', 'r', 'u', 'e', 'j']) {
      await control.focus()
      await page.keyboard.press(keys)
      expect(await pending()).toHaveLength(1)
    }
  }
  await dialog.getByRole('checkbox').first().focus()
  await page.keyboard.press('Control+Enter')
  expect(await pending()).toHaveLength(1)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('textbox', { name: /Reject, and tell/ })).toHaveCount(0)

  await page.getByRole('textbox', { name: 'Tell Planner something instead…' }).fill('Write to nobody')
  await page.keyboard.press('Control+Enter')
  await expect(conversation(page)).toContainText('You: “Write to nobody”')
  await expect(conversation(page)).toContainText('Done.')
  await expect(conversation(page)).not.toContainText('Sent:')
  expect(await rest<RuleView[]>('GET', '/rules')).toEqual([])
})

test('4.3: the letters of the inbox are letters alone, and one that is held down decides once', async () => {
  const { page } = app
  await asked('Planner', 'Ada', 'Bob', 'Cleo')
  await page.getByRole('link', { name: /^Approvals/ }).click()
  const rows = page.locator('.inbox-what')
  await expect(rows).toHaveCount(3)
  await rows.first().focus()
  await expect(approve(page.getByRole('complementary', { name: 'Call' }))).toBeEnabled()
  for (const keys of ['Control+a', 'Meta+a', 'Alt+a', 'Control+r', 'Control+x']) await page.keyboard.press(keys)
  await expect(page.getByRole('textbox', { name: /Reject, and tell/ })).toHaveCount(0)
  await expect(page.getByText('0 selected')).toBeVisible()
  expect(await pending()).toHaveLength(3)
  await page.keyboard.down('a')
  await expect(rows).toHaveCount(2)
  await expect(approve(page.getByRole('complementary', { name: 'Call' }))).toBeEnabled()
  for (let again = 0; again < 5; again++) await page.keyboard.down('a')
  await page.keyboard.up('a')
  await page.keyboard.press('r')
  await expect(page.getByRole('textbox', { name: /Reject, and tell/ })).toBeFocused()
  await expect(rows).toHaveCount(2)
  await page.keyboard.press('Escape')
  for (const { task_id } of (await pending()).slice(0, 1)) await app.rest('POST', `/tasks/${task_id}/abort`)
  await expect(page.getByText('Nothing is waiting for you')).toBeVisible()
  // S3: what was decided a moment ago is found again.
  const receipts = page.getByRole('region', { name: 'Decided last' }).getByRole('listitem')
  await expect(receipts.first()).toContainText('approved it')
  await receipts.first().getByRole('link').first().click()
  await expect(page).toHaveURL(/#\/chats\/\d+$/)
  await expect(conversation(page)).toContainText('Send a letter to Ada')
})

test('4.3: a letter that is held down in the panel decides the card it was pressed on', async () => {
  const { page } = app
  await asked('Planner', 'Ada', 'Bob', 'Cleo')
  await cardFor(page, 'Ada').focus()
  await expect(approve(cardFor(page, 'Ada'))).toBeEnabled()
  await page.keyboard.down('a')
  await expect(cardFor(page, 'Bob')).toBeFocused()
  for (let again = 0; again < 5; again++) await page.keyboard.down('a')
  await page.keyboard.up('a')
  await expect(page.getByText('1 approved, 2 undecided')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('article', { name: /Call \d+ of/ })).toHaveCount(0)
})

test('R3: text that is no JSON, or says another value than it would run with, is not approved, in either view', async () => {
  const { page } = app
  await asked('Planner', letter('Ada', { copies: 1, stamp: { value: 60 } }))
  const card = cardFor(page, 'Ada')
  const show = (view: 'Form' | 'JSON') => page.getByRole('radio', { name: view }).click()
  const json = card.getByRole('textbox', { name: 'Arguments as JSON' })
  await show('JSON')
  for (const text of [
    'null',
    '5',
    '[1]',
    '{"to": ["Ada"',
    '{"to":["Ada"],"copies":9007199254740993}',
    '{"to":["A"],"to":["B"]}',
  ]) {
    await json.fill(text)
    await expect(approve(card)).toBeDisabled()
    await expect(card).toContainText('Finish the JSON first')
  }
  // What was typed is gone with its view; what is shown now is what would run.
  await show('Form')
  await expect(card.getByRole('spinbutton', { name: /^Copies/ })).toHaveValue('1')
  await expect(approve(card)).toBeEnabled()

  const stamp = card.locator('.form-row[data-key="stamp"] textarea')
  await stamp.fill('{"value": 70')
  await expect(card).toContainText('This is no JSON yet.')
  await expect(approve(card)).toBeDisabled()
  await stamp.fill('{"value": 70}')
  await expect(approve(card)).toBeEnabled()

  await card.getByRole('spinbutton', { name: /^Copies/ }).fill('9007199254740993')
  await expect(approve(card)).toBeDisabled()
  await card.getByRole('spinbutton', { name: /^Copies/ }).fill('2')
  await expect(approve(card)).toBeEnabled()
  await approve(card).click()
  await expect(conversation(page)).toContainText('Done.')
  await callRow(page, 'Post', 'Send').getByRole('button').first().click()
  await expect(conversation(page)).toContainText('Sent: {"copies":2,"stamp":{"value":70},"to":["Ada"]}')
})

test('R3: what stands in the field of a list is approved with it', async () => {
  const { page } = app
  await asked('Planner', 'Ada')
  const field = cardFor(page, 'Ada').locator('.form-row[data-key="to"] input')
  await expect(approve(cardFor(page, 'Ada'))).toBeEnabled()
  await field.fill('Bob')
  await field.press('Control+Enter')
  await expect(conversation(page)).toContainText('Done.')
  await callRow(page, 'Post', 'Send').getByRole('button').first().click()
  await expect(conversation(page)).toContainText('Sent: {"to":["Ada","Bob"]}')
})

test('P3, 4.3: a decision that is left alone, because the other call was decided elsewhere, can be sent', async () => {
  const { page, rest } = app
  await asked('Planner', 'Ada', 'Bob')
  for (const name of ['Ada', 'Bob']) await approve(cardFor(page, name)).click()
  const bob = (await pending()).find(call => call.human_description.includes('Bob'))
  if (!bob) throw new Error('Nothing waits.')
  const { id: call_id, task_id, args_sha256, revision } = bob
  await page.route(/tasks\/approve/, async route => {
    const decision = { call_id, decision: 'reject', args_sha256, revision }
    await rest('POST', `/tasks/${task_id}/approve`, { decisions: [decision] })
    await route.continue()
  })
  await page.getByRole('button', { name: /^Run 2/ }).click()
  await expect(page.getByText('was rejected elsewhere before.')).toBeVisible()
  await page.unroute(/tasks\/approve/)
  await expect(cardFor(page, 'Bob')).toHaveCount(0)
  await expect(cardFor(page, 'Ada')).toContainText('Will run when you send')
  // The word about it is passing, and keeps no shortcut from working.
  await page.keyboard.press('Control+n')
  await expect(page.getByRole('heading', { name: 'New chat' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Run it' }).click()
  await expect(conversation(page)).toContainText('Done.')
})

test('S3: a filter of the inbox can be taken back when nothing matches it any more, and nothing untrue is said', async () => {
  const { page, rest } = app
  await asked('Writer', 'Ada')
  await asked('Planner', 'Bob')
  await page.getByRole('link', { name: /^Approvals/ }).click()
  await page.getByRole('combobox', { name: 'Filter by agent' }).click()
  await page.getByRole('option', { name: 'Writer' }).click()
  await expect(page.locator('.inbox-what')).toHaveCount(1)
  const [ada] = (await pending()).filter(call => call.agent.name === 'Writer')
  await rest('POST', `/tasks/${ada?.task_id}/abort`)
  await expect(page.getByText('No waiting call matches the filters')).toBeVisible()
  await expect(page.getByText('Nothing is waiting for you')).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page.locator('.inbox-what')).toHaveCount(1)
  for (const { task_id } of await pending()) await rest('POST', `/tasks/${task_id}/abort`)
})

test('R3: several that are approved together are described as they would run, also the one that was edited', async () => {
  const { page, rest } = app
  await asked('Planner', 'Ada', 'Bob')
  await page.getByRole('link', { name: /^Approvals/ }).click()
  const review = page.getByRole('complementary', { name: 'Call' })
  const field = review.locator('.form-row[data-key="to"] input')
  await field.fill('Eve')
  await field.press('Enter')
  await page.getByRole('checkbox', { name: /^All of/ }).click()
  await page.getByRole('button', { name: 'Approve 2…' }).click()
  const summary = page.getByRole('dialog', { name: 'Approve these 2 calls?' })
  await expect(summary).toContainText('Send a letter to Ada and Eve')
  await summary.getByRole('button', { name: 'Cancel' }).click()
  for (const { task_id } of (await pending()).slice(0, 1)) await rest('POST', `/tasks/${task_id}/abort`)
})

test('R3: several that are approved together say which of them were not looked at whole', async () => {
  const { page, rest } = app
  await asked('Planner', letter('Ada', { stamp: { text: 'x'.repeat(2_000) } }), 'Bob')
  await page.getByRole('link', { name: /^Approvals/ }).click()
  const summary = page.getByRole('dialog', { name: 'Approve these 2 calls?' })
  await page.getByRole('checkbox', { name: /^All of/ }).click()
  await page.getByRole('button', { name: 'Approve 2…' }).click()
  await expect(summary.getByText('A long value of it was not opened')).toHaveCount(1)
  await summary.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /more characters/ }).click()
  await page.getByRole('button', { name: 'Approve 2…' }).click()
  await expect(summary).toContainText('Send a letter to Bob')
  await expect(summary.getByText('was not opened')).toHaveCount(0)
  await summary.getByRole('button', { name: 'Cancel' }).click()
  for (const { task_id } of (await pending()).slice(0, 1)) await rest('POST', `/tasks/${task_id}/abort`)
})

test('4.3: a call that is changed under the pointer is not decided by a click meant for what stood there', async () => {
  const { page, rest } = app
  await asked('Planner', 'Ada')
  await expect(approve(cardFor(page, 'Ada'))).toBeEnabled()
  // What can be pressed at the moment in which the other arguments are shown.
  const atOnce = page.evaluate(
    () =>
      new Promise<string | null>(resolve => {
        new MutationObserver((_changes, observer) => {
          if (!document.body.textContent?.includes('This call changed while you looked at it')) return
          observer.disconnect()
          resolve(document.querySelector('[aria-keyshortcuts="a"]')?.getAttribute('aria-disabled') ?? null)
        }).observe(document.body, { childList: true, subtree: true, attributes: true })
      }),
  )
  // A draft: the card has something to say about the change.
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(approve(cardFor(page, 'Ada'))).toBeEnabled()
  const [ada] = await pending()
  await rest('POST', `/calls/${ada?.id}/edit`, { arguments: { to: ['Eve'], action: 'send' }, revision: 1 })
  expect(await atOnce).toBe('true')
  const row = callRow(page, 'Post', 'Send')
  await row.getByRole('button').first().click()
  await row.getByRole('tab', { name: 'Arguments' }).click()
  await expect(row.getByRole('columnheader', { name: 'What it was changed to' })).toBeVisible()
  await approve(cardFor(page, 'Eve')).click()
  await expect(conversation(page)).toContainText('Done.')
  await expect(row.getByRole('columnheader', { name: 'What you approved' })).toBeVisible()
})

test('9.10: when what waits cannot be fetched the chat says so, and nothing untrue; words that were typed instead are kept', async () => {
  const { page } = app
  await asked('Planner', 'Ada')
  const instead = page.getByRole('textbox', { name: 'Tell Planner something instead…' })
  await instead.fill('Rather a parcel')
  await page.getByRole('link', { name: 'Tools' }).click()
  await page.goBack()
  await expect(instead).toHaveValue('Rather a parcel')
  await page.route(/calls\/pending/, route => route.abort())
  await page.reload()
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText('Spora did not answer.')
  await expect(main).not.toContainText('A question above waits')
  await page.unroute(/calls\/pending/)
  await main.getByRole('button', { name: 'Retry' }).click()
  await expect(instead).toHaveValue('Rather a parcel')
  await page.getByRole('button', { name: 'Reject and say this' }).click()
  await expect(conversation(page)).toContainText('You: “Rather a parcel”')
  await expect(conversation(page)).toContainText('Done.')
  await asked('Planner', 'Bob')
  await expect(instead).toHaveValue('')
  await page.getByRole('button', { name: 'Stop' }).click()
})
