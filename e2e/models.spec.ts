import { expect, type Page } from '@playwright/test'
import { startHttpProxy } from '../test/model-servers/http-proxy.ts'
import { type OpenAIRequest, startOpenAIServer } from '../test/model-servers/openai-server.ts'
import type { ScriptedTurn } from '../test/model-servers/script.ts'
import { scripted } from './support/furnished.ts'
import { launchApp, type RunningApp } from './support/launch-app.ts'
import { chooseEndpoint, conversation, newChat, pickStarter, toModelChoice } from './support/story.ts'
import { test } from './support/test.ts'

const KEY = 'sk-e2e-models-0123456789'
const MODEL = 'script-large'
const AGENT = 'Calculator and clock'

const isTest = (body: OpenAIRequest) => JSON.stringify(body).includes('For example 2+3')
const TEST: ScriptedTurn = { calls: [{ name: 'calculator', arguments: { expression: '2+3' } }] }

function refused(param: string): ScriptedTurn {
  const message = `Unsupported parameter: '${param}' is not supported with this model.`
  const body = JSON.stringify({
    error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' },
  })
  return { fault: { kind: 'status', status: 400, body } }
}

async function finish(page: Page): Promise<void> {
  await pickStarter(page, AGENT)
  await page.getByRole('button', { name: 'Finish without a chat' }).click()
  await expect(page.getByRole('link', { name: 'Chats' })).toBeVisible()
}

test('M3: the Test button says what the endpoint can do, and what is wrong with one that cannot', async () => {
  let tools = false
  const server = await startOpenAIServer(
    body => {
      if (tools) return TEST
      return body.tools ? { fault: { kind: 'status', status: 400, body: NO_TOOLS } } : { text: '5', whole: true }
    },
    { models: [MODEL, 'script-small'], apiKey: KEY },
  )
  const { page, close } = await launchApp()
  await toModelChoice(page)
  await page.getByRole('radio', { name: 'OpenAI-compatible' }).click()
  await page.getByLabel('Base URL').fill(server.baseUrl)
  const key = page.getByLabel('API key', { exact: false }).first()
  const result = page.getByRole('status', { name: 'Test result' })
  const tryIt = () => page.getByRole('button', { name: 'Test', exact: true }).click()

  await key.fill('sk-wrong-0123456789')
  await tryIt()
  await expect(result).toContainText('The key was refused by 127.0.0.1')

  await key.fill(KEY)
  await tryIt()
  await expect(result).toContainText('2 models')
  await result.getByText('What was tried').click()
  await expect(result).toContainText('cannot use tools')

  tools = true
  await tryIt()
  await expect(result).toContainText('Answered in')
  await expect(result).toContainText('Calls tools')
  await close()
  await server.close()
})

const NO_TOOLS = '{"error":{"message":"registry.ollama.ai/library/gemma does not support tools"}}'

test('H10, M2: what a model refuses is left out from then on; reasoning goes back to its own endpoint only; a chat says what it cost', async () => {
  const answers: ScriptedTurn[] = [
    { reasoning: 'I need the sum.', calls: [{ name: 'calculator', arguments: { expression: '2+3' } }] },
    { text: 'It is five.' },
    { text: 'Still five.' },
  ]
  const server = await startOpenAIServer(
    body => {
      if (body.temperature !== undefined) return refused('temperature')
      return isTest(body) ? TEST : (answers.shift() ?? { text: 'No more.' })
    },
    { models: [MODEL], apiKey: KEY },
  )
  const other = await startOpenAIServer(body => (isTest(body) ? TEST : { text: 'Five, says another.' }), {
    models: ['other-model'],
    apiKey: KEY,
  })
  const { page, close } = await launchApp()
  await toModelChoice(page)
  await page.getByRole('radio', { name: 'OpenAI-compatible' }).click()
  await page.getByLabel('Base URL').fill(server.baseUrl)
  await page.getByLabel('API key', { exact: false }).first().fill(KEY)
  await page.getByText('More settings').click()
  await page.getByLabel('Temperature').fill('0.5')
  await page.getByLabel('Price of input', { exact: true }).fill('1000')
  await page.getByLabel('Price of output').fill('2000')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText(/Answered in/)).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await finish(page)

  await newChat(page, AGENT, 'What is 2+3?')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(conversation(page)).toContainText('It is five.')
  // The test of the endpoint met the refusal; no chat did.
  expect(server.requests.filter(({ body }) => body.temperature !== undefined)).toHaveLength(1)
  const replayed = (requests: typeof server.requests) => JSON.stringify(requests.at(-1)?.body.messages)
  expect(replayed(server.requests)).toContain('"reasoning_content":"I need the sum."')

  // Two answers, each 11 tokens in and 7 out.
  await page.getByRole('button', { name: /^Step 2/ }).click()
  await expect(page.getByText('$0.05')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Models', exact: true }).click()
  await expect(page.getByRole('article', { name: MODEL })).toContainText('Calls tools')
  await expect(page.getByText('Its server refuses temperature; it is left out.')).toBeVisible()
  await page.getByRole('button', { name: 'Add model' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a model' })
  await dialog.getByRole('radio', { name: 'OpenAI-compatible' }).click()
  await dialog.getByLabel('Base URL').fill(other.baseUrl)
  await dialog.getByLabel('API key', { exact: false }).first().fill(KEY)
  await dialog.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(dialog.getByText(/Answered in/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save model' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'More about other-model' }).click()
  await page.getByRole('menuitem', { name: 'Make default' }).click()
  await expect(page.getByRole('article', { name: 'other-model' }).getByText('Default', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Chats' }).click()
  await page.getByText('What is 2+3?').first().click()
  await expect(conversation(page)).toContainText('It is five.')
  await page.getByRole('textbox', { name: 'Message' }).fill('Are you sure?')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(conversation(page)).toContainText('Five, says another.')
  expect(replayed(other.requests)).toContain('It is five.')
  expect(replayed(other.requests)).not.toContain('reasoning_content')
  await close()
  await server.close()
  await other.close()
})

test('H8: with a model that takes no tools one chats without; asked all the same, one click leaves them out again', async () => {
  const server = await startOpenAIServer(
    body => (body.tools ? { fault: { kind: 'status', status: 400, body: NO_TOOLS } } : { text: 'Without tools.' }),
    { models: [MODEL], apiKey: KEY },
  )
  const { page, close } = await launchApp()
  await chooseEndpoint(page, { kind: 'OpenAI-compatible', baseUrl: server.baseUrl, apiKey: KEY, model: MODEL })
  await finish(page)
  await page.getByRole('link', { name: 'Chats' }).click()
  await page.getByRole('button', { name: 'New chat' }).first().click()
  await expect(page.getByText(`${MODEL} cannot use tools, so this chat goes without them.`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(conversation(page)).toContainText('Without tools.')
  await page.getByRole('button', { name: 'More about this chat' }).click()
  await page.getByRole('menuitem', { name: 'Use tools again' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Once more.')
  await page.getByRole('button', { name: 'Send' }).click()
  const failure = conversation(page).getByRole('alert')
  await expect(failure).toContainText('cannot use tools')
  await failure.getByRole('button', { name: 'Go on without tools' }).click()
  await expect(failure).toBeHidden()
  await expect(conversation(page).getByText('Without tools.')).toHaveCount(2)
  expect(server.requests.at(-1)?.body).not.toHaveProperty('tools')
  await close()
  await server.close()
})

test('H7: a call that a model wrote as text is said to be none, and one click asks for a real one', async () => {
  const leaked = '<tool_call>{"name":"calculator","arguments":{"expression":"2+3"}}</tool_call>'
  const answers: ScriptedTurn[] = [
    { text: leaked },
    { calls: [{ name: 'calculator', arguments: { expression: '2+3' } }] },
    { text: 'It is five.' },
  ]
  const server = await startOpenAIServer(() => answers.shift() ?? { text: 'No more.' })
  const { page, close } = await launchApp({ folder: await scripted(server.baseUrl) })
  await newChat(page, AGENT, 'What is 2+3?')
  await expect(conversation(page)).toContainText('wrote a call of “calculator” as text')
  await page.getByRole('button', { name: 'Ask it to call the tool' }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(conversation(page)).toContainText('It is five.')
  await expect(page.getByRole('button', { name: 'Ask it to call the tool' })).toBeHidden()
  await close()
  await server.close()
})

interface BehindProxy {
  readonly login?: string
  readonly launch: (proxy: URL) => Promise<RunningApp>
}

const BEHIND_PROXY: Readonly<Record<string, BehindProxy>> = {
  'of the environment': {
    login: 'ada:proxy-password',
    launch: ({ host }) => launchApp({ env: { HTTP_PROXY: `http://ada:proxy-password@${host}` } }),
  },
  'of the system': {
    async launch({ host }) {
      const running = await launchApp({ env: { HTTP_PROXY: '', HTTPS_PROXY: '', ALL_PROXY: '' } })
      await running.app.evaluate(({ app }, host) => {
        app.resolveProxy = async url => (url.includes('//model.test') ? `PROXY ${host}; DIRECT` : 'DIRECT')
      }, host)
      return running
    },
  },
}

for (const [which, { login, launch }] of Object.entries(BEHIND_PROXY))
  test(`K3: a model behind the proxy ${which} is reached through it`, async () => {
    const server = await startOpenAIServer(body => (isTest(body) ? TEST : { text: 'Through the proxy.' }), {
      models: [MODEL],
    })
    const proxy = await startHttpProxy(Number(new URL(server.origin).port), login)
    const { page, close } = await launch(new URL(proxy.url))
    await toModelChoice(page)
    await page.getByRole('radio', { name: 'OpenAI-compatible' }).click()
    await page.getByLabel('Base URL').fill('http://model.test/v1')
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText(/Answered in/)).toBeVisible()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await finish(page)
    await newChat(page, AGENT, 'Are you there?')
    await expect(conversation(page)).toContainText('Through the proxy.')
    expect(new Set(proxy.asked)).toEqual(new Set(['model.test']))
    await close()
    await proxy.close()
    await server.close()
  })
