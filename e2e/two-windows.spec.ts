import { expect, type Page } from '@playwright/test'
import type { CallView } from '../src/shared/contract/calls.ts'
import { openServed, type ServedPage } from './support/serve-page.ts'
import { callRow, conversation, newChat } from './support/story.ts'
import { letter, newTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

const cardFor = (page: Page, name: string) =>
  page.getByRole('article', { name: /Call \d+ of \d+: Post/ }).filter({ hasText: `Send a letter to ${name}` })

let team: Team
let app: ServedPage
let other: Page
test.beforeAll(async () => {
  team = await newTeam()
  app = await openServed({ folder: team.folder })
  other = await app.stranger()
  await other.goto(app.served.address)
})
test.afterAll(async () => {
  await app.close()
  await team.server.close()
})

/** One chat with two letters that wait, shown in two windows. */
async function twoWindows(prompt: string) {
  team.says('Planner', { text: 'I write.', calls: [letter('Ada'), letter('Bob')] }, { text: 'So it is.' })
  await newChat(app.page, 'Planner', prompt)
  await other.getByRole('link', { name: 'Chats' }).click()
  await other.getByRole('link', { name: new RegExp(prompt) }).click()
  for (const page of [app.page, other]) await expect(cardFor(page, 'Bob')).toBeVisible()
  return { one: app.page, rest: app.rest }
}

test('A2: the page of an agent says what waits for the person, for as long as it waits', async () => {
  team.says('Planner', { calls: [letter('Ada')] }, { text: 'So it is.' })
  await other.getByRole('link', { name: 'Agents' }).click()
  await other.getByRole('link', { name: 'Planner', exact: true }).click()
  const waits = other.getByRole('main').getByText('1 waiting for you')
  await expect(other.getByRole('heading', { name: 'Planner' })).toBeVisible()
  await expect(waits).toHaveCount(0)
  await newChat(app.page, 'Planner', 'Write to one')
  await expect(waits).toBeVisible()
  await app.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(waits).toHaveCount(0)
})

test('P2: an edit in one window takes the decision in the other back, says so, and shows what is stored', async () => {
  const { one } = await twoWindows('Write to both')
  await cardFor(other, 'Ada').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(cardFor(other, 'Ada')).toContainText('Will run when you send')

  await cardFor(one, 'Ada').getByRole('textbox', { name: 'Text' }).fill('Dear Ada')
  await cardFor(one, 'Ada').getByRole('button', { name: 'Approve changed' }).click()
  const stale = cardFor(other, 'Ada')
  await expect(stale).toContainText('This call changed while you looked at it')
  await expect(stale.getByRole('textbox', { name: 'Text' })).toHaveValue('Dear Ada')
  await expect(stale).not.toContainText('Will run when you send')

  await stale
    .getByRole('button', { name: /^Approve/ })
    .first()
    .click()
  await cardFor(other, 'Bob').getByRole('button', { name: 'Approve', exact: true }).click()
  await other.getByRole('button', { name: /^Run 2/ }).click()
  for (const page of [one, other]) {
    await expect(callRow(page, 'Post', 'Send').first()).toContainText('You changed the arguments')
    await expect(conversation(page)).toContainText('So it is.')
  }
})

test('P2, A2: who decides second in the same moment hears what was decided before, although the card is gone', async () => {
  const { one, rest } = await twoWindows('Write once more')
  await cardFor(other, 'Bob').getByRole('button', { name: 'Approve', exact: true }).click()
  // The decision of this window is on its way when somebody else's arrives.
  await other.route(/tasks\/approve/, async route => {
    const [, bob] = await rest<CallView[]>('GET', '/calls/pending')
    if (!bob) throw new Error('Nothing waits.')
    const { id: call_id, task_id, args_sha256, revision } = bob
    const decision = { call_id, decision: 'reject', args_sha256, revision, reason: 'Not Bob.' }
    await rest('POST', `/tasks/${task_id}/approve`, { decisions: [decision] })
    await route.continue()
  })
  await other.getByRole('button', { name: 'Run 1, keep 1 waiting' }).click()
  await expect(other.getByText('“Send a letter to Bob” was rejected elsewhere before.')).toBeVisible()
  for (const page of [one, other]) {
    await expect(callRow(page, 'Post', 'Send').last()).toContainText('You: “Not Bob.”')
    await expect(cardFor(page, 'Bob')).toHaveCount(0)
    await expect(cardFor(page, 'Ada')).toBeVisible()
  }
})

test('6-ui 9.11: an agent that is renamed elsewhere is called by its new name wherever it stands', async () => {
  const { page, rest } = app
  const named = await rest<{ id: number; name: string }[]>('GET', '/agents')
  const planner = named.find(({ name }) => name === 'Planner')?.id
  const rename = (id: number | undefined, name: string) => rest('PATCH', `/agents/${id}`, { change: { name } })
  await page.evaluate(hash => Object.assign(location, { hash }), `/tools/handover/settings/agent-${planner}`)
  const chosen = page.getByRole('button', { name: /^Remove Researcher/ })
  await expect(chosen).toBeVisible()
  await newChat(other, 'Planner', 'Who are you?')
  const header = other.getByRole('main').getByText('Planner').first()
  await expect(header).toBeVisible()
  await rename(team.researcher, 'Librarian')
  await rename(planner, 'Organiser')
  await expect(page.getByRole('button', { name: /^Remove Librarian/ })).toBeVisible()
  await expect(chosen).toHaveCount(0)
  await expect(other.getByRole('main').getByText('Organiser').first()).toBeVisible()
  await expect(other.getByRole('main').getByText('Planner', { exact: true })).toHaveCount(0)
  await rename(team.researcher, 'Researcher')
  await rename(planner, 'Planner')
})

test('6-ui 3.4: where agents are chosen by name, those of one name are told apart, and an archived one is named', async () => {
  const { page, rest } = app
  const twins: number[] = []
  for (const name of ['Twin', 'twin']) twins.push((await rest<{ id: number }>('POST', '/agents', { name })).id)
  const [one, two] = twins
  const open = (path: string) => page.evaluate(hash => Object.assign(location, { hash }), path)
  await open(`/tools/weather%3Aweather/settings/agent-${one}`)
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveText(`Twin (#${one})`)
  await rest('POST', `/agents/${one}/archived`, { archived: true })
  await expect(page.getByRole('combobox', { name: 'Agent' })).toHaveText(`Twin (#${one})`)
  await expect(page.getByRole('main')).toContainText(`set for Twin (#${one})`)
  await rest('DELETE', `/agents/${one}`)
  await open(`/tools/weather%3Aweather/operations/agent-${two}`)
  await expect(page.getByRole('combobox').first()).toHaveText('twin')
  await rest('DELETE', `/agents/${two}`)
})

test('6-ui 3.4: a model that is changed elsewhere keeps that, but for what was changed here, and both are shown where they clash', async () => {
  const { page, rest } = app
  const settings = { base_url: 'http://127.0.0.1:9/v1', model: 'first' }
  const draft = { name: 'Shared', driver: 'openai_compatible', settings }
  const { id } = await rest<{ id: number }>('POST', '/models', {
    ...draft,
    settings: { ...settings, api_key: 'k-12345' },
  })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Models' }).click()
  await page.getByRole('button', { name: 'Edit Shared' }).click()
  const dialog = page.getByRole('dialog', { name: /^Edit/ })
  const model = dialog.getByRole('textbox', { name: 'Model' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Mine')
  await rest('POST', '/models', { ...draft, id, settings: { ...settings, model: 'theirs' } })
  await expect(model).toHaveValue('theirs')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Mine')
  await rest('POST', '/models', { ...draft, id, name: 'Theirs', settings: { ...settings, model: 'theirs' } })
  await expect(dialog.getByRole('status').filter({ hasText: 'It was changed elsewhere meanwhile' })).toContainText(
    'Name: Theirs',
  )
  await expect(dialog.getByRole('button', { name: 'Save model' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await dialog.getByRole('button', { name: 'Save model' }).click()
  await expect(dialog).toHaveCount(0)
  const saved = (await rest<{ id: number }[]>('GET', '/models')).find(each => each.id === id)
  expect(saved).toMatchObject({ name: 'Mine', settings: { model: 'theirs' }, secrets: { api_key: { set: true } } })
  await rest('DELETE', `/models/${id}`)
})

test('A2: a model that is deleted elsewhere takes nothing along that was typed about it', async () => {
  const { page, rest } = app
  const draft = { name: 'Short-lived', driver: 'practice', settings: {}, context_window: null, max_output_tokens: null }
  const model = await rest<{ id: number }>('POST', '/models', draft)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Models' }).click()
  await page.getByRole('button', { name: 'Edit Short-lived' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Short-lived' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.fill('A name that took long to find')
  await rest('DELETE', `/models/${model.id}`)
  await expect(dialog).toContainText('“Short-lived” was deleted elsewhere meanwhile.')
  await expect(name).toHaveValue('A name that took long to find')
  const next = await rest<{ id: number }>('POST', '/models', { ...draft, name: 'Another' })
  expect(next.id).not.toBe(model.id)
  await expect(page.getByRole('article', { name: 'Another', includeHidden: true })).toBeAttached()
  await expect(dialog).toContainText('“Short-lived” was deleted elsewhere meanwhile.')
  await expect(dialog.getByRole('button', { name: 'Save model' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
})
