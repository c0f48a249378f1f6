import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { openMeteoServer } from '../plugins/weather/test/open-meteo-server.ts'
import { startAnthropicServer } from '../test/model-servers/anthropic-server.ts'
import { startOpenAIServer } from '../test/model-servers/openai-server.ts'
import type { ScriptedTurn } from '../test/model-servers/script.ts'
import { launchApp } from './support/launch-app.ts'
import {
  addPlugin,
  callRow,
  chooseEndpoint,
  conversation,
  type Endpoint,
  newChat,
  pickStarter,
} from './support/story.ts'
import { test } from './support/test.ts'

const KEY = 'sk-e2e-0123456789abcdef'
const MODEL = 'script-large'
const AGENT = 'Weather guide'
const REASON = 'Not needed today, thank you.'

/** First two calls at once, then words that quote what the model was told. */
const script = (results: () => string): ((body: unknown, request: number) => ScriptedTurn) => {
  let asked = false
  return body => {
    // The Test button asks for one call of a tiny tool.
    if (JSON.stringify(body).includes('For example 2+3'))
      return { calls: [{ name: 'calculator', arguments: { expression: '2+3' } }] }
    if (!asked) {
      asked = true
      return {
        text: 'I look both up.',
        calls: [
          { name: 'weather__weather', arguments: { action: 'forecast', location: 'Lisbon', days: 3 } },
          { name: 'weather__weather', arguments: { action: 'astronomy', location: 'Lisbon' } },
        ],
      }
    }
    return { text: `I was told: ${results()}` }
  }
}

/** The plugin's own folder, chosen in the dialog; its addresses lead to the local server. */
async function sideLoadWeather(page: Page, app: Parameters<typeof addPlugin>[2] & object, url: string): Promise<void> {
  await addPlugin(page, join(import.meta.dirname, '../plugins/weather'), { ...app, replace: true })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Tools', exact: true }).click()
  await page.getByRole('link', { name: /^Weather/ }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  for (const label of ['Forecast address', 'Place search address']) {
    await page.getByRole('button', { name: new RegExp(`^(Override|Set) ${label}$`) }).click()
    await page.getByRole('textbox', { name: label }).fill(url)
  }
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Saved').first()).toBeVisible()
}

async function parallelCalls(page: Page): Promise<void> {
  await newChat(page, AGENT, 'Weather and sun in Lisbon, please.')
  await expect(page.getByRole('heading', { name: '2 calls are waiting for you' })).toBeVisible()
  const cards = page.getByRole('article', { name: /Call \d of 2: Weather/ })
  const forecast = cards.filter({ hasText: 'Forecast' })
  const days = forecast.getByRole('spinbutton', { name: 'Days' })
  await expect(days).toHaveValue('3')
  await days.fill('2')
  await forecast.getByRole('button', { name: 'Approve changed' }).click()
  const astronomy = cards.filter({ hasText: 'Astronomy' })
  await astronomy.getByRole('button', { name: 'Reject' }).click()
  await astronomy.getByRole('textbox', { name: /Reject, and tell/ }).fill(REASON)
  await astronomy.getByRole('button', { name: 'Reject' }).last().click()
  await page.getByRole('button', { name: /^Run 1, reject 1/i }).click()

  await expect(callRow(page, 'Weather', 'Forecast')).toContainText('Done')
  await expect(callRow(page, 'Weather', 'Forecast')).toContainText('You changed the arguments')
  await expect(callRow(page, 'Weather', 'Astronomy')).toContainText(REASON)
  await expect(conversation(page)).toContainText('I was told:')
}

async function story(endpoint: Omit<Endpoint, 'apiKey' | 'model'>, lastBody: () => string): Promise<void> {
  const meteo = await openMeteoServer()
  const { page, app, close } = await launchApp({ size: { width: 1440, height: 900 } })
  await chooseEndpoint(page, { ...endpoint, apiKey: KEY, model: MODEL })
  await pickStarter(page, AGENT)
  await page.getByRole('button', { name: 'Finish without a chat' }).click()
  await sideLoadWeather(page, { app }, meteo.url)
  await parallelCalls(page)
  // P2: what ran is what was approved, an integer still; P4: the model reads the reason.
  expect(meteo.requests.filter(path => path.startsWith('/v1/forecast'))).toHaveLength(1)
  expect(meteo.requests.find(path => path.startsWith('/v1/forecast'))).toContain('forecast_days=2')
  expect(lastBody()).toContain(REASON)
  expect(lastBody()).not.toContain(KEY)
  await expect(conversation(page)).toContainText('Forecast for Lisbon')
  await close()
  await meteo.close()
}

test('the story against an OpenAI-compatible endpoint: two calls at once, one changed, one rejected', async () => {
  const server = await startOpenAIServer(
    script(() =>
      (server.requests.at(-1)?.body.messages ?? [])
        .filter(message => message.role === 'tool')
        .map(message => message.content)
        .join(' / '),
    ),
    { models: [MODEL, 'script-small'], apiKey: KEY },
  )
  await story({ kind: 'OpenAI-compatible', baseUrl: server.baseUrl }, () =>
    JSON.stringify(server.requests.at(-1)?.body),
  )
  await server.close()
})

test('the story against an Anthropic-compatible endpoint: two calls at once, one changed, one rejected', async () => {
  const server = await startAnthropicServer(
    script(() => JSON.stringify(server.requests.at(-1)?.body.messages.at(-1)?.content).slice(0, 400)),
    { models: [MODEL, 'script-small'], apiKey: KEY },
  )
  await story({ kind: 'Anthropic-compatible', baseUrl: server.baseUrl }, () =>
    JSON.stringify(server.requests.at(-1)?.body),
  )
  await server.close()
})
