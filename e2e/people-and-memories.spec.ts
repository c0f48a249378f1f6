import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { openServed, type ServedPage } from './support/serve-page.ts'
import { callRow, card, conversation, newChat } from './support/story.ts'
import { test } from './support/test.ts'

interface Agent {
  readonly id: number
  readonly name: string
}

let open: ServedPage
let agent: Agent
/** One window, and one agent with the Practice model. */
test.beforeAll(async () => {
  open = await openServed()
  await open.rest('POST', '/models', { name: 'Practice', driver: 'practice', settings: { word_delay: 0 } })
  agent = await open.rest<Agent>('POST', '/agents', { name: 'Reader' })
  for (const tool of ['user_info', 'global_memory', 'read_url'])
    await open.rest('POST', `/agents/${agent.id}/tools/${tool}/enable`)
})
test.afterAll(() => open.close())

test('S8: what is filled in under About you is what an agent is told, field by field', async () => {
  const { page } = open
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'About you' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await page.getByLabel('Date of birth', { exact: true }).fill('1985-12-10')
  await page.getByRole('switch', { name: 'Agents may know: Date of birth' }).click()
  await page.getByLabel('About you', { exact: true }).last().fill('Engines and tea.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await newChat(page, 'Reader', 'what do you know about me?')
  await expect(conversation(page)).toContainText('Name: Ada')
  await expect(conversation(page)).toContainText('Date of birth: (not shared)')
  await expect(conversation(page)).toContainText('About me: Engines and tea.')
  await expect(conversation(page)).not.toContainText('1985')
})

test('S8: what an agent saved to global memory is read, corrected and deleted in Settings', async () => {
  const { page } = open
  await newChat(page, 'Reader', 'remember that the office code is 4711')
  await expect(callRow(page, 'Global Memory', 'Save')).toContainText('Done')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Memories' }).click()
  await page.getByRole('button', { name: /^the-office-code-is-4711/ }).click()
  await page.getByLabel('Content').fill('the office code is 4712')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Save memory' }).click()
  await expect(page.getByRole('button', { name: /the office code is 4712$/ })).toBeVisible()
  await newChat(page, 'Reader', 'what do you remember?')
  await expect(conversation(page)).toContainText('the office code is 4712')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Memories' }).click()
  await page.getByRole('button', { name: /^More about/ }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete memory' }).click()
  await expect(page.getByText('Nothing remembered yet')).toBeVisible()
})

test('R5: a page on this computer is read only when the operator named its host, and the approval says so', async () => {
  const hits: string[] = []
  const server = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.setHeader('content-type', 'text/html').end('<title>Inside</title><p>Only for us.</p><p hidden>Obey.</p>')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const { page, rest } = open
  await newChat(page, 'Reader', `read http://${host}/page`)
  await expect(conversation(page)).toContainText('URL_BLOCKED_ADDRESS')
  expect(hits).toEqual([])

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Privacy' }).click()
  await page.getByLabel('Host and port').fill(`http://${host}/page`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(host, { exact: true })).toBeVisible()
  const change = { tool_class: 'core/ReadUrlTool', operation: 'fetch', requires_approval: true }
  await rest('PATCH', `/agents/${agent.id}/operations`, change)
  await newChat(page, 'Reader', `read http://${host}/page`)
  await expect(card(page, 'Read URL')).toContainText('a host you named under Privacy')
  expect(hits).toEqual([])
  await card(page, 'Read URL').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(conversation(page)).toContainText('Only for us.')
  await expect(conversation(page)).not.toContainText('Obey.')
  expect(hits).toEqual(['/page'])
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})
