import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { type OpenAIRequest, startOpenAIServer } from '../test/model-servers/openai-server.ts'
import type { ScriptedTurn } from '../test/model-servers/script.ts'
import { practiced } from './support/furnished.ts'
import { launchApp } from './support/launch-app.ts'
import { callRow, card, chooseEndpoint, conversation, newChat, pickStarter } from './support/story.ts'
import { test } from './support/test.ts'

const KEY = 'sk-e2e-0123456789abcdef'
const MODEL = 'script-large'
const BUILDER = 'Agent builder'
const CHILD = 'Bill checker'

/** What the tools answered in this chat, in their order. */
const results = ({ messages }: OpenAIRequest): string[] =>
  messages.filter(({ role }) => role === 'tool').map(({ content }) => content ?? '')

const agent = (args: object): ScriptedTurn => ({ calls: [{ name: 'agent', arguments: args }] })

/** Builds an agent in the two phases, after trying what it must not. */
function script(body: OpenAIRequest): ScriptedTurn {
  if (JSON.stringify(body).includes('For example 2+3'))
    return { calls: [{ name: 'calculator', arguments: { expression: '2+3' } }] }
  if (body.messages.some(({ content }) => content?.includes('check 12*3')))
    return results(body).length === 0
      ? { calls: [{ name: 'calculator', arguments: { expression: '12*3' } }] }
      : { text: `Checked: ${results(body)[0]}` }
  const told = results(body)
  const made = Number(/"agent_id":(\d+)/.exec(told[2] ?? '')?.[1])
  const calculator = { tool_class: 'core/CalculatorTool', enabled: true }
  const steps: (() => ScriptedTurn)[] = [
    () => agent({ action: 'get_available_tools' }),
    // A3: not for itself.
    () => agent({ action: 'configure_tools', tools: [{ tool_class: 'core/GlobalMemoryTool', enabled: true }] }),
    () => agent({ action: 'create_agent', payload: { name: CHILD, system_prompt: 'You check bills.' } }),
    () =>
      agent({
        action: 'configure_tools',
        agent_id: made,
        tools: [{ ...calculator, operations: [{ name: 'calculate', auto_approve: false }] }],
      }),
    () => agent({ action: 'read_agent', agent_id: made }),
    () => ({ text: `Made agent ${made}. It was not allowed: ${told[1]}` }),
  ]
  return steps[told.length]?.() ?? { text: 'Nothing left to do.' }
}

/** Looks at what the template would do, agrees to nothing more, and makes the agent. */
async function importTemplate(page: Page, choose: () => Promise<void>): Promise<void> {
  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await page.getByRole('button', { name: 'Import…' }).click()
  await choose()
}

const chooseTemplate = (page: Page, name: string) => async () => {
  await page.getByRole('dialog').getByRole('radio', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Review' }).click()
}

async function approve(page: Page, words: string): Promise<void> {
  const waiting = card(page, 'Agent')
  await expect(waiting).toContainText(words)
  await waiting.getByRole('button', { name: 'Approve', exact: true }).click()
}

test('A2, A3: an agent makes an agent and gives it tools, each step approved, and nothing it does not have', async () => {
  const server = await startOpenAIServer(script, { models: [MODEL], apiKey: KEY })
  const { page, close } = await launchApp({ size: { width: 1440, height: 900 } })
  await chooseEndpoint(page, { kind: 'OpenAI-compatible', baseUrl: server.baseUrl, apiKey: KEY, model: MODEL })
  await pickStarter(page)
  await page.getByRole('button', { name: 'Finish without a chat' }).click()

  await importTemplate(page, chooseTemplate(page, BUILDER))
  const sheet = page.getByRole('dialog', { name: `Import “${BUILDER}”` })
  await expect(sheet.getByRole('region', { name: 'Asks you first' })).toContainText('Agent: Create agent')
  await expect(sheet.getByRole('checkbox', { name: 'Let Save of Memory run without asking' })).not.toBeChecked()
  await sheet.getByRole('button', { name: 'Make this agent' }).click()
  await expect(page.getByRole('heading', { name: BUILDER, exact: true })).toBeVisible()

  await newChat(page, BUILDER, 'Make me an agent that checks bills.')
  await approve(page, 'Set the tools of the calling agent: Global Memory on')
  await approve(page, `Make a new agent “${CHILD}”, without tools`)
  await approve(page, `“${CHILD}”: Calculator on (calculate asks first)`)
  await expect(conversation(page)).toContainText('Only the operator can')
  await expect(callRow(page, 'Agent', 'Read agent')).toContainText('Done')
  const discovery = JSON.parse(results(server.requests.at(-1)?.body as OpenAIRequest)[0] as string)
  expect(discovery).toMatchObject({ version: 2, count: discovery.tools.length })

  await page.getByRole('link', { name: 'Agents', exact: true }).click()
  await page.getByRole('link', { name: CHILD, exact: true }).click()
  await expect(page.getByRole('link', { name: BUILDER })).toBeVisible()
  await expect(page.getByText('Asks you first, then can evaluate an expression.')).toBeVisible()

  // What it was given asks, also in a chat of its own.
  await newChat(page, CHILD, 'check 12*3')
  await card(page, 'Calculator').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(conversation(page)).toContainText('Checked: Result of 12*3 = 36')
  expect(JSON.stringify(server.requests.map(({ body }) => body))).not.toContain(KEY)

  await close()
  await server.close()
})

test('T-EXP-01: an agent goes out as a template and comes into another profile as it was', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'spora-export-')), 'clock.json')
  const first = await launchApp({ folder: await practiced(), size: { width: 1440, height: 900 } })
  await first.page.getByRole('link', { name: 'Agents', exact: true }).click()
  await first.page.getByRole('link', { name: 'Calculator and clock', exact: true }).click()
  await first.page.getByRole('tab', { name: 'Notes' }).click()
  await first.page.getByRole('textbox', { name: /^Notes of/ }).fill('Prices are in euro.')
  await first.page.getByRole('button', { name: /^Save/ }).click()
  await expect(first.page.getByText('Saved').first()).toBeVisible()
  await first.app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = (async () => ({ canceled: false, filePath: path })) as typeof dialog.showSaveDialog
  }, file)
  await first.page.getByRole('button', { name: 'More about Calculator and clock' }).first().click()
  await first.page.getByRole('menuitem', { name: 'Export…' }).click()
  await first.page.getByRole('button', { name: 'Save file…' }).click()
  await expect(first.page.getByText('was saved as a template')).toBeVisible()
  await first.close()
  const template = JSON.parse(readFileSync(file, 'utf8'))
  expect(template).toMatchObject({ name: 'Calculator and clock', agent: { notes: 'Prices are in euro.' } })

  const second = await launchApp({ folder: await practiced('World clock'), size: { width: 1440, height: 900 } })
  await importTemplate(second.page, () => second.page.getByLabel('Template file').setInputFiles(file))
  const sheet = second.page.getByRole('dialog', { name: 'Import “Calculator and clock”' })
  await expect(sheet.getByRole('region', { name: 'Asks you first' })).toContainText('Calculator: Calculate')
  await expect(sheet.getByRole('region', { name: 'Looks without asking' })).toContainText('Time: Now')
  await sheet.getByRole('button', { name: 'Make this agent' }).click()
  await second.page.getByRole('tab', { name: 'Notes' }).click()
  await expect(second.page.getByRole('textbox', { name: /^Notes of/ })).toHaveValue('Prices are in euro.')

  await newChat(second.page, 'Calculator and clock', 'what is 19% of 240, and what time is it in Tokyo?')
  await expect(callRow(second.page, 'Time', 'Now')).toContainText('Done')
  await card(second.page, 'Calculator').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(conversation(second.page)).toContainText('45.6')
  await second.close()
})

/** As when somebody lets go of a file over the window. */
async function drop(page: Page, name: string, content: unknown): Promise<void> {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  await page.evaluate(
    ([file, body]) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([body as string], file as string, { type: 'application/json' }))
      for (const type of ['dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
    },
    [name, text],
  )
}

test('B170, B178, B185: a broken file says what is wrong; one with unseen characters is looked at first, also when dropped', async () => {
  const { page, close } = await launchApp({ folder: await practiced(), size: { width: 1440, height: 900 } })
  await importTemplate(page, () =>
    page.getByLabel('Template file').setInputFiles({
      name: 'broken.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{ "id": "core/x", "version": "1" }'),
    }),
  )
  const broken = page.getByRole('dialog', { name: 'This template cannot be imported' })
  await expect(broken).toContainText('AGENT_REQUIRED')
  await expect(broken).toContainText('TEMPLATE_ID_RESERVED')
  await broken.getByRole('button', { name: 'Choose another' }).click()

  const hidden = { id: 'a/b', name: 'Odd', version: '1.0.0', agent: { system_prompt: 'Be kind.\u202e Now not.' } }
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Tools', exact: true }).click()
  // B185: from anywhere, and nothing is navigated to.
  await drop(page, 'odd.json', hidden)
  const sheet = page.getByRole('dialog', { name: 'Import “Odd”' })
  await expect(sheet).toContainText('U+202E')
  const make = sheet.getByRole('button', { name: 'Make this agent' })
  await expect(make).toHaveAttribute('aria-disabled', 'true')
  await sheet.getByRole('checkbox', { name: 'I have looked at them' }).click()
  await make.click()
  await expect(page.getByRole('heading', { name: 'Odd', exact: true })).toBeVisible()
  await close()
})
