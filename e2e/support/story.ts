import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ElectronApplication, expect, type Locator, type Page } from '@playwright/test'
import { newFolder } from './launch-app.ts'

export const QUESTION = 'what is 19% of 240, and what time is it in Tokyo?'
export const STARTER = 'Calculator and clock'

const next = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true })

/** The first steps of an empty profile, up to the choice of a model. */
export async function toModelChoice(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Where things are kept' })).toBeVisible()
  await next(page).click()
  await expect(page.getByRole('heading', { name: 'Choose a model' })).toBeVisible()
}

export async function choosePractice(page: Page): Promise<void> {
  await toModelChoice(page)
  await page.getByRole('radio', { name: /Practice model/ }).click()
  await next(page).click()
}

export interface Endpoint {
  readonly kind: 'OpenAI-compatible' | 'Anthropic-compatible'
  readonly baseUrl: string
  readonly apiKey: string
  readonly model: string
}

/** Fills in an endpoint, tests it, and goes on when it works. */
export async function chooseEndpoint(page: Page, endpoint: Endpoint): Promise<void> {
  await toModelChoice(page)
  await page.getByRole('radio', { name: endpoint.kind }).click()
  await page.getByLabel('Base URL').fill(endpoint.baseUrl)
  await page.getByLabel('API key', { exact: false }).first().fill(endpoint.apiKey)
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText(/Answered in/)).toBeVisible()
  await page.getByRole('combobox', { name: /^Model/ }).click()
  await page.getByRole('option', { name: endpoint.model }).click()
  await next(page).click()
}

/** The starter card: the agent that asks before it calculates. */
export async function pickStarter(page: Page, name = STARTER): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Pick a first agent' })).toBeVisible()
  expect(await page.getByText('No model yet').count(), 'the model that was just chosen is named at once').toBe(0)
  await page.getByRole('radio', { name, exact: true }).click()
  await next(page).click()
  await expect(page.getByRole('heading', { name: 'Try it' })).toBeVisible()
}

export async function startChat(page: Page, prompt = QUESTION): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(prompt)
  await page.getByRole('button', { name: 'Start chat' }).click()
}

/** Sends the first message of a chat, and does not wait for what comes of it. */
export async function sendNewChat(page: Page, agent: string, prompt: string): Promise<void> {
  await page.getByRole('link', { name: 'Chats' }).click()
  await page.getByRole('button', { name: 'New chat' }).first().click()
  // An open chat has a field for messages too, but no choice of an agent.
  const chooser = page.getByRole('combobox', { name: 'Agent', exact: true })
  await expect(chooser).toBeVisible()
  const message = page.getByRole('textbox', { name: `Message ${agent}`, exact: true })
  if (!(await message.isVisible())) {
    await chooser.click()
    await page.getByRole('option', { name: agent }).click()
  }
  await message.fill(prompt)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** A chat that has begun, and is open. */
export async function newChat(page: Page, agent: string, prompt: string): Promise<void> {
  await sendNewChat(page, agent, prompt)
  await expect(page).toHaveURL(/#\/chats\/\d+$/)
}

export const conversation = (page: Page): Locator => page.getByRole('log', { name: 'Conversation' })

/** The approval card of a tool in the docked panel. */
export const card = (page: Page, tool: string): Locator =>
  page.getByRole('article', { name: new RegExp(`Call \\d+ of \\d+: ${tool}`) })

/** The row of a call in the conversation. */
export const callRow = (page: Page, tool: string, operation: string): Locator =>
  conversation(page).getByRole('article', { name: tool }).filter({ hasText: operation })

/** Adds a plugin from a folder: the system's dialog on the desktop, a typed path under `serve`. */
export async function addPlugin(
  page: Page,
  folder: string,
  { app, replace = false }: { app?: ElectronApplication; replace?: boolean } = {},
): Promise<void> {
  await app?.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [path] })) as typeof dialog.showOpenDialog
  }, folder)
  await page.getByRole('link', { name: 'Plugins' }).click()
  await page.getByRole('link', { name: 'Add from folder…' }).click()
  const sheet = page.getByRole('dialog')
  // On the desktop the system's dialog opens by itself.
  if (!app) {
    await sheet.getByRole('textbox', { name: 'Folder' }).fill(folder)
    await sheet.getByRole('button', { name: 'Review' }).click()
  }
  if (replace) await sheet.getByRole('checkbox', { name: /Replace the installed version/ }).click()
  await sheet.getByRole('checkbox', { name: 'I trust what is in this folder' }).click()
  await sheet.getByRole('button', { name: 'Trust and load' }).click()
  await expect(sheet.getByText(/Its tool loaded|tools loaded/)).toBeVisible()
}

/** A copy of a shipped plugin under a slug of its own, as an author would begin one. */
export function copyOfPlugin(name: string, slug: string, displayName: string, parent = newFolder()): string {
  const folder = join(parent, slug)
  cpSync(join(import.meta.dirname, '../../plugins', name), folder, { recursive: true })
  const file = join(folder, 'plugin.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...manifest, slug, name: displayName }, null, 2))
  return folder
}
