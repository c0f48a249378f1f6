import { expect, type Locator, type Page } from '@playwright/test'
import { type OpenAIRequest, startOpenAIServer } from '../test/model-servers/openai-server.ts'
import type { ScriptedTurn } from '../test/model-servers/script.ts'
import { everyForm } from './secrets/canaries.ts'
import { heapStrings } from './secrets/heap-strings.ts'
import { scripted } from './support/furnished.ts'
import { launchApp } from './support/launch-app.ts'
import { manifest, pluginFolder, pluginSource } from './support/plugin-folder.ts'
import { followsEvents, openServed, type ServedPage } from './support/serve-page.ts'
import { addPlugin, callRow, card, conversation, newChat, STARTER } from './support/story.ts'
import { test } from './support/test.ts'

const SECRETS = { first: 'first-secret-5e1b90', second: 'second-secret-77aa02', agents: 'agents-secret-c0ffee' }

/** Answers with the settings it was given; of a secret only its first word. */
const SEARCH = `{
  name: 'search',
  displayName: 'Search',
  description: 'Searches.',
  settings: [
    { key: 'region', label: 'Region', type: 'text', default: 'eu', exposeToLlm: true, description: 'Where to look first.' },
    { key: 'safe', label: 'Safe results', type: 'toggle', default: true, exposeToLlm: true },
    { key: 'depth', label: 'Depth', type: 'select', default: 'quick', options: { quick: 'Quick', deep: 'Deep' } },
    { key: 'limit', label: 'Limit', type: 'number', default: 10, minimum: 1, maximum: 50 },
    { key: 'api_key', label: 'API key', type: 'password', required: true },
  ],
  describe: () => 'Search',
  execute: async (_args, _agentId, _taskId, { settings }) => ToolResult.ok(
    JSON.stringify({ ...settings, api_key: String(settings.api_key).split('-')[0] }),
  ),
}`

/** A setting in the panel. */
const field = (page: Page, label: string): Locator =>
  page.locator('.scoped').filter({ has: page.locator('label', { hasText: new RegExp(`^${label}$`) }) })
const control = (page: Page, label: string): Locator => field(page, label).locator('.scoped-control')
/** Which layer its value comes from, as the panel says it. */
const origin = (page: Page, label: string): Locator => field(page, label).locator('.origin')
const toggle = (page: Page, label: string): Locator => field(page, label).getByRole('switch')
const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()
const chooseScope = (page: Page, name: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Settings for' }).getByRole('radio', { name }).click()

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
}

async function openTab(page: Page, tab: 'Settings' | 'Schema'): Promise<void> {
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

/** Keeps what main sends to this page from its next load on. */
async function recordMessages(page: Page): Promise<() => Promise<string>> {
  await page.addInitScript(() => {
    const received: string[] = []
    Object.assign(window, { received })
    const listen = MessagePort.prototype.addEventListener
    MessagePort.prototype.addEventListener = function (this: MessagePort, ...args: Parameters<typeof listen>) {
      if (args[0] === 'message')
        listen.call(this, 'message', event => received.push(String((event as MessageEvent).data)))
      return listen.apply(this, args)
    } as typeof listen
  })
  await page.reload()
  return () => page.evaluate(() => (window as unknown as { received: string[] }).received.join('\n'))
}

/** Everything a page holds that outlives what is being typed. */
const held = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const inputs = [...document.querySelectorAll('input, textarea')].map(each => (each as HTMLInputElement).value)
    const databases = (await indexedDB.databases()).map(({ name }) => name)
    return JSON.stringify([
      document.documentElement.outerHTML,
      inputs,
      localStorage,
      sessionStorage,
      databases,
      location.href,
    ])
  })

function expectNone(text: string, secrets: readonly string[]): void {
  for (const secret of secrets) for (const form of everyForm(secret).split(' ')) expect(text).not.toContain(form)
}

const script = ({ messages }: OpenAIRequest): ScriptedTurn => {
  const last = messages.at(-1)
  if (last?.role === 'tool') return { text: `It said ${last.content}` }
  return { calls: [{ name: 'finder__search', arguments: {} }] }
}

test('E10, C1, C6, C7: the cascade at three scopes: toggle, empty, reset one by one, and a secret that never comes back', async () => {
  test.setTimeout(240_000)
  const server = await startOpenAIServer(script)
  const folder = await scripted(server.baseUrl)
  const { app, page, close } = await launchApp({ folder, size: { width: 1440, height: 900 } })
  const finder = pluginFolder({ 'plugin.json': manifest('finder', 'Finder'), 'index.mjs': pluginSource([SEARCH]) })
  await addPlugin(page, finder, { app })
  const received = await recordMessages(page)
  const goTo = (path: string) => page.evaluate(hash => Object.assign(location, { hash }), path)
  await goTo('/tools/finder%3Asearch/settings')

  // For everybody: all defaults at first.
  for (const label of ['Region', 'Safe results', 'Depth', 'Limit'])
    await expect(origin(page, label)).toHaveText('Default')
  await expect(field(page, 'Region').getByText('Sent to the model')).toBeVisible()
  await expect(field(page, 'Limit').getByText('Sent to the model')).toBeHidden()
  await press(page, 'Set Region')
  await control(page, 'Region').getByRole('textbox').fill('us')
  await press(page, 'Set Limit')
  await control(page, 'Limit').getByRole('spinbutton').fill('20')
  await press(page, 'Set Safe results')
  await toggle(page, 'Safe results').click()
  await press(page, 'Set API key')
  await control(page, 'API key').locator('input').fill(SECRETS.first)
  await save(page)
  for (const label of ['Region', 'Safe results', 'Limit', 'API key'])
    await expect(origin(page, label)).toHaveText('All agents')
  await expect(field(page, 'Region')).toContainText('Overrides Default: eu')
  await expect(field(page, 'Safe results')).toContainText('Overrides Default: On')
  await expect(control(page, 'API key')).toContainText('Stored, never shown')

  // For you: inherited until something is said here; empty is something.
  await chooseScope(page, 'Just you')
  await expect(origin(page, 'Region')).toHaveText('All agents')
  await expect(control(page, 'Region').getByRole('textbox')).toHaveValue('us')
  await expect(control(page, 'Region').getByRole('textbox')).not.toBeEditable()
  await expect(toggle(page, 'Safe results')).toBeDisabled()
  await expect(toggle(page, 'Safe results')).not.toBeChecked()
  await press(page, 'Override Region')
  await control(page, 'Region').getByRole('textbox').fill('')
  await expect(control(page, 'Region')).toContainText('Empty on purpose')
  await save(page)
  await expect(origin(page, 'Region')).toHaveText('You')
  await expect(field(page, 'Region')).toContainText('Overrides All agents: us')
  await expect(control(page, 'Region')).toContainText('Empty on purpose')

  // For one agent: what is empty above is empty here; the toggle has three states.
  await chooseScope(page, 'One agent')
  await expect(page.getByRole('combobox', { name: 'Agent', exact: true })).toContainText(STARTER)
  await expect(origin(page, 'Region')).toHaveText('You')
  await expect(control(page, 'Region').getByRole('textbox')).toHaveValue('')
  await expect(control(page, 'Region')).toContainText('Empty on purpose')
  await press(page, 'Override Safe results')
  await expect(toggle(page, 'Safe results')).not.toBeChecked()
  await save(page)
  await expect(origin(page, 'Safe results')).toHaveText('This agent')
  await expect(field(page, 'Safe results')).toContainText('Overrides All agents: Off')
  await toggle(page, 'Safe results').click()
  await save(page)
  await expect(toggle(page, 'Safe results')).toBeChecked()
  await press(page, 'Override Depth')
  await control(page, 'Depth').getByRole('radio', { name: 'Deep' }).click()
  await press(page, 'Override API key')
  await control(page, 'API key').locator('input').fill(SECRETS.agents)
  await save(page)
  await expect(origin(page, 'API key')).toHaveText('This agent')

  // What the model is told, on the panel and on the Schema tab, word for word with its size.
  const block = '[Effective Configuration]\n- Region: (not configured)\n- Safe results: yes'
  await page.getByText('Preview what the model sees').click()
  await expect(page.locator('.model-preview pre')).toHaveText(block)
  await openTab(page, 'Schema')
  await page.getByRole('combobox', { name: 'For' }).click()
  await page.getByRole('option', { name: STARTER }).click()
  await expect(page.locator('pre').filter({ hasText: '[Effective Configuration]' }).first()).toHaveText(block)
  await expect(page.getByText(/\d+ characters/)).toBeVisible()
  await openTab(page, 'Settings')

  // The agent works with it, and the model was told exactly that.
  await goTo('/agents/1/tools')
  await page.getByRole('switch', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('switch', { name: 'Search', exact: true })).toBeChecked()
  await newChat(page, STARTER, 'Search.')
  await card(page, 'Search').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(conversation(page)).toContainText('It said')
  await expect(callRow(page, 'Search', 'Search').first()).toContainText('Done')
  const sent = server.requests.at(-1)?.body.tools?.find(each => each.function.name === 'finder__search')
  expect(sent?.function.description).toBe(`Searches.\n${block}`)
  await expect(conversation(page)).toContainText(
    '{"region":"","safe":true,"depth":"deep","limit":20,"api_key":"agents"}',
  )

  // Back, one by one.
  await goTo('/tools/finder%3Asearch/settings/agent-1')
  await press(page, 'Reset Safe results to Off')
  await save(page)
  await expect(origin(page, 'Safe results')).toHaveText('All agents')
  await expect(origin(page, 'Depth')).toHaveText('This agent')
  await press(page, 'Remove API key')
  await expect(control(page, 'API key')).toContainText('Will be removed')
  await expect(origin(page, 'API key')).toHaveText('All agents')
  await save(page)
  await expect(origin(page, 'API key')).toHaveText('All agents')
  await expect(control(page, 'API key')).toContainText('Stored, never shown')
  await chooseScope(page, 'Just you')
  await press(page, 'Reset Region to us')
  await save(page)
  await expect(origin(page, 'Region')).toHaveText('All agents')
  await expect(control(page, 'Region').getByRole('textbox')).toHaveValue('us')

  // The secret of everybody is replaced, then cleared.
  await chooseScope(page, 'All agents')
  await press(page, 'Replace API key')
  await control(page, 'API key').locator('input').fill(SECRETS.second)
  await save(page)
  await expect(control(page, 'API key')).toContainText('Stored, never shown')
  expectNone(await held(page), Object.values(SECRETS))
  await press(page, 'Remove API key')
  await control(page, 'API key').getByRole('button', { name: 'Keep the stored one' }).click()
  await expect(control(page, 'API key')).toContainText('Stored, never shown')
  await press(page, 'Remove API key')
  await expect(control(page, 'API key')).toContainText('Will be removed')
  await save(page)
  await expect(control(page, 'API key')).toContainText('Not set')
  await expect(page.getByText('1 required value is still missing.')).toBeVisible()

  // All that is left here, at once.
  await press(page, 'Reset all 3…')
  await expect(page.getByRole('dialog', { name: 'Reset what is set here?' })).toContainText('Region')
  await press(page, 'Reset 3')
  for (const label of ['Region', 'Safe results', 'Limit']) await expect(origin(page, label)).toHaveText('Default')

  const messages = await received()
  expect(messages).toContain('Where to look first.')
  expectNone(messages, Object.values(SECRETS))
  expectNone(await held(page), Object.values(SECRETS))
  expectNone(JSON.stringify(server.requests.map(({ body }) => body)), Object.values(SECRETS))
  // Nor does the page's memory keep what was typed.
  expectNone(await heapStrings(page), Object.values(SECRETS))
  await close()
  await server.close()
})

const NAMESAKE = (owner: string) => `{
  name: 'search',
  displayName: 'Search',
  description: 'Searches ${owner}.',
  settings: [{ key: 'place', label: 'Place in ${owner}', type: 'text', default: '${owner}', exposeToLlm: true }],
  describe: () => 'Search',
  execute: async (_args, _agentId, _taskId, { settings }) => ToolResult.ok(settings.place),
}`

test.describe('in one window', () => {
  let served: ServedPage
  test.beforeAll(async () => {
    served = await openServed()
  })
  test.afterAll(() => served.close())

  test('E10: two plugins with a tool of the same name each have a panel, values and a definition of their own', async () => {
    const { page, rest } = served
    for (const [slug, owner] of [
      ['maps', 'Maps'],
      ['mail', 'Mail'],
    ] as const) {
      const source = pluginSource([NAMESAKE(owner)])
      await addPlugin(page, pluginFolder({ 'plugin.json': manifest(slug, owner), 'index.mjs': source }))
      await page.keyboard.press('Escape')
    }
    await page.getByRole('link', { name: 'Tools', exact: true }).click()
    for (const [owner, other] of [
      ['Maps', 'Mail'],
      ['Mail', 'Maps'],
    ] as const) {
      await page.evaluate(hash => Object.assign(location, { hash }), `/tools/${owner.toLowerCase()}%3Asearch/settings`)
      await expect(control(page, `Place in ${owner}`).getByRole('textbox')).toHaveValue(owner)
      await expect(field(page, `Place in ${other}`)).toHaveCount(0)
      await press(page, `Set Place in ${owner}`)
      await control(page, `Place in ${owner}`).getByRole('textbox').fill(`in ${owner}`)
      await save(page)
    }
    for (const owner of ['Maps', 'Mail']) {
      await page.evaluate(hash => Object.assign(location, { hash }), `/tools/${owner.toLowerCase()}%3Asearch/settings`)
      await expect(control(page, `Place in ${owner}`).getByRole('textbox')).toHaveValue(`in ${owner}`)
      await openTab(page, 'Schema')
      await expect(page.getByText(`- Place in ${owner}: in ${owner}`).first()).toBeVisible()
      await openTab(page, 'Settings')
    }
    const tools = await rest<{ qualified_name: string; tool_class: string }[]>('GET', '/tools')
    const classes = tools
      .filter(({ qualified_name }) => qualified_name.endsWith(':search'))
      .map(each => each.tool_class)
    expect(new Set(classes).size).toBe(2)
  })

  test('B156: an agent with an address of its own is told why everyone’s key does not count there', async () => {
    const { page, rest } = served
    const source = pluginSource([
      `{
        name: 'desk',
        description: 'Asks a desk.',
        settings: [
          { key: 'base_url', label: 'Address', type: 'url', default: 'https://desk.example' },
          { key: 'api_key', label: 'API key', type: 'password', required: true },
        ],
        describe: () => 'Ask',
        execute: async () => ToolResult.ok('Asked.'),
      }`,
    ])
    await addPlugin(page, pluginFolder({ 'plugin.json': manifest('desk', 'Desk'), 'index.mjs': source }))
    await page.keyboard.press('Escape')
    const tools = await rest<{ qualified_name: string; tool_class: string }[]>('GET', '/tools')
    const tool_class = tools.find(tool => tool.qualified_name === 'desk:desk')?.tool_class
    const { id: agent_id } = await rest<{ id: number }>('POST', '/agents', { name: 'Clerk' })
    const set = (scope: object, key: string, value: string) =>
      rest('POST', '/settings/save', { tool_class, scope, revision: 0, changes: [{ key, action: 'set', value }] })
    await set({ scope: 'global' }, 'api_key', SECRETS.first)
    await set({ scope: 'agent', agent_id }, 'base_url', 'https://other.example')
    await page.evaluate(hash => Object.assign(location, { hash }), `/tools/desk%3Adesk/settings/agent-${agent_id}`)
    await expect(control(page, 'Address').getByRole('textbox')).toHaveValue('https://other.example')
    await expect(control(page, 'API key')).toContainText(
      'It was entered for another address and is not sent to this one.',
    )
    // Switching it on asks for a key for that address, and leaves everyone's as it is.
    await page.evaluate(hash => Object.assign(location, { hash }), `/agents/${agent_id}/tools`)
    await page.getByRole('switch', { name: 'desk', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Turn on desk for Clerk' })
    await expect(sheet).toContainText('Kept for Clerk alone')
    await expect(sheet.getByRole('radiogroup')).toHaveCount(0)
    await sheet.getByLabel('API key').fill(SECRETS.agents)
    await sheet.getByRole('button', { name: 'Save and enable' }).click()
    await expect(sheet).toBeHidden()
    await page.evaluate(hash => Object.assign(location, { hash }), `/tools/desk%3Adesk/settings/agent-${agent_id}`)
    await expect(origin(page, 'API key')).toHaveText('This agent')
    await expect(control(page, 'API key')).not.toContainText('another address')
    const everyone = { tool_class, scope: { scope: 'global' } }
    expect(await rest<{ revision: number }>('POST', '/settings/get', everyone)).toMatchObject({ revision: 1 })
  })

  test('E11: settings that did not load are no form: the error stands there, with the way to try again', async () => {
    const { page, rest, settled } = served
    await page.reload()
    await followsEvents(page)
    await settled()
    let fails = true
    let failed = 0
    await page.route('**/rpc/settings/get', route => {
      if (!fails) return route.continue()
      failed++
      return route.fulfill({ status: 500, body: '' })
    })
    await page.evaluate(hash => Object.assign(location, { hash }), '/tools/skill/settings')
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    await expect(page.locator('.scoped')).toHaveCount(0)
    await expect(
      page.locator('.settings-panel').locator('input, textarea, [role=switch], [role=combobox]'),
    ).toHaveCount(0)
    await page.keyboard.press('ControlOrMeta+s')
    // The button goes when it is pressed, and is back when as many tries as before have failed.
    const tries = failed
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.poll(() => failed).toBe(2 * tries)
    await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
    fails = false
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.locator('.scoped').first()).toBeVisible()
    const asked = { tool_class: 'core/SkillTool', scope: { scope: 'global' } }
    const view = await rest<{ revision: number }>('POST', '/settings/get', asked)
    expect(view.revision).toBe(0)
  })
})
