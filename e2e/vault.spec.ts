import { expect, type Page } from '@playwright/test'
import { startOpenAIServer } from '../test/model-servers/openai-server.ts'
import { launchApp, newFolder } from './support/launch-app.ts'
import { chooseEndpoint, conversation, newChat, pickStarter } from './support/story.ts'
import { test } from './support/test.ts'

const KEY = 'sk-e2e-vault-0123456789'
const MODEL = 'script-large'
const AGENT = 'Calculator and clock'

const WHY = /the system may ask whether Spora may use .*there Spora keeps what your keys are encrypted with/

async function scripted() {
  const tried = (body: unknown) => JSON.stringify(body).includes('For example 2+3')
  return startOpenAIServer(
    body =>
      tried(body)
        ? { calls: [{ name: 'calculator', arguments: { expression: '2+3' } }] }
        : { text: 'The key still opens the door.' },
    { models: [MODEL], apiKey: KEY },
  )
}

async function goTo(page: Page, section: 'Models' | 'Data'): Promise<void> {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: section, exact: true }).click()
}

async function withModel(page: Page, baseUrl: string): Promise<void> {
  await chooseEndpoint(page, { kind: 'OpenAI-compatible', baseUrl, apiKey: KEY, model: MODEL })
  await pickStarter(page, AGENT)
  await page.getByRole('button', { name: 'Finish without a chat' }).click()
  await expect(page.getByRole('link', { name: 'Chats' })).toBeVisible()
}

test('L2, B162: without a key store the window says so, nothing is stored, and a key file is one click away', async () => {
  const server = await scripted()
  const folder = newFolder()
  const env = { STANDIN_KEY_STORE: 'none', SPORA_KEY_FILE: `${folder}.key` }
  const first = await launchApp({ folder, env })
  // L3: why the system asks is said before it is asked.
  await expect(first.page.getByText(WHY)).toBeVisible()
  await first.page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(first.page.getByText(/Secrets cannot be stored or read/)).toBeVisible()
  await expect(first.page.getByText(WHY)).toBeHidden()
  await first.page.getByRole('button', { name: 'Use a key file' }).click()
  await expect(first.page.getByText(/Secrets cannot be stored or read/)).toBeHidden()
  await first.page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(first.page.getByText(/You chose a key file/)).toBeVisible()
  await withModel(first.page, server.baseUrl)
  await first.close()

  const { page, close } = await launchApp({ folder, env })
  await goTo(page, 'Data')
  await expect(page.getByText('Weaker than it should be')).toBeVisible()
  await expect(page.getByText(/You chose a key file/)).toBeVisible()
  await goTo(page, 'Models')
  await expect(page.getByText(/API key kept in a key file/)).toBeVisible()
  await newChat(page, AGENT, 'Does it open?')
  await expect(conversation(page)).toContainText('The key still opens the door.')
  await close()
  await server.close()
})

test('L2: a key that cannot be stored is refused with the way out, and nothing typed is lost', async () => {
  const server = await scripted()
  const folder = newFolder()
  const env = { STANDIN_KEY_STORE: 'none', SPORA_KEY_FILE: `${folder}.key` }
  const { page, close } = await launchApp({ folder, env })
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('radio', { name: 'OpenAI-compatible' }).click()
  await page.getByLabel('Base URL').fill(server.baseUrl)
  await page.getByLabel('API key', { exact: false }).first().fill(KEY)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText(/Answered in/)).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText(/^Not saved: Secrets cannot be stored/)).toBeVisible()
  await expect(page.getByLabel('Base URL')).toHaveValue(server.baseUrl)
  await page.getByRole('button', { name: 'Use a key file' }).click()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByRole('button', { name: 'Finish without an agent' }).click()
  await expect(page.getByRole('link', { name: 'Chats' })).toBeVisible()
  await close()
  await server.close()
})

test('L4, B162: a key the key store no longer opens is asked for again; everything else is as it was', async () => {
  const server = await scripted()
  const first = await launchApp()
  await withModel(first.page, server.baseUrl)
  await first.close()

  const { folder } = first
  const { page, close } = await launchApp({ folder, env: { STANDIN_KEY_STORE: 'of somebody else' } })
  await goTo(page, 'Data')
  await expect(page.getByText('Protected', { exact: true })).toBeVisible()
  await expect(page.getByText(WHY)).toBeHidden()
  await newChat(page, AGENT, 'Does it open?')
  await expect(page.getByRole('button', { name: 'Check the model' })).toBeVisible()
  await page.getByRole('button', { name: 'Check the model' }).click()
  await expect(page.getByText(/API key must be entered again/)).toBeVisible()
  await page.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Base URL')).toHaveValue(server.baseUrl)
  await dialog.getByLabel('API key', { exact: false }).first().fill(KEY)
  await dialog.getByRole('button', { name: 'Save model' }).click()
  await expect(page.getByText(/API key kept in/)).toBeVisible()
  await newChat(page, AGENT, 'And now?')
  await expect(conversation(page)).toContainText('The key still opens the door.')
  await close()

  const back = await launchApp({ folder })
  await goTo(back.page, 'Models')
  await expect(back.page.getByText(/API key must be entered again/)).toBeVisible()
  await back.close()
  await server.close()
})

test('B163: a fixed password instead of a keyring is said before the first key is entered, and stays said', async () => {
  const server = await scripted()
  const folder = newFolder()
  const env = { STANDIN_KEY_STORE: 'basic_text' }
  const first = await launchApp({ folder, env })
  const warning = /kept less safely than they could be.*no keyring that Spora can use/
  await expect(first.page.getByText(warning)).toBeVisible()
  // Going on is the choice: it works, and is never called safe.
  await withModel(first.page, server.baseUrl)
  await first.close()

  const { page, close } = await launchApp({ folder, env })
  await goTo(page, 'Data')
  await expect(page.getByText('Weaker than it should be')).toBeVisible()
  await expect(page.getByText(warning)).toBeVisible()
  await expect(page.getByText('Protected', { exact: true })).toBeHidden()
  await newChat(page, AGENT, 'Does it open?')
  await expect(conversation(page)).toContainText('The key still opens the door.')
  await close()
  await server.close()
})

test('B163: with a fixed password instead of a keyring, keys may be kept until the app quits and no longer', async () => {
  const server = await scripted()
  const folder = newFolder()
  const env = { STANDIN_KEY_STORE: 'basic_text' }
  const first = await launchApp({ folder, env })
  await first.page.getByRole('button', { name: 'Keep new keys only until I quit' }).click()
  await expect(first.page.getByText('New keys are gone when Spora quits.')).toBeVisible()
  await withModel(first.page, server.baseUrl)
  await newChat(first.page, AGENT, 'Does it open?')
  await expect(conversation(first.page)).toContainText('The key still opens the door.')
  await first.close()

  const { page, close } = await launchApp({ folder, env })
  await goTo(page, 'Models')
  await expect(page.getByText(/API key.*again/).first()).toBeVisible()
  await goTo(page, 'Data')
  await expect(page.getByText('Gone when Spora quits', { exact: true })).toBeVisible()
  await expect(page.getByText('Protected', { exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Store new keys again' }).click()
  await expect(page.getByText('Weaker than it should be')).toBeVisible()
  await close()
  await server.close()
})
