import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { openMeteoServer } from '../../plugins/weather/test/open-meteo-server.ts'
import { startOpenAIServer } from '../../test/model-servers/openai-server.ts'
import { launchApp } from '../support/launch-app.ts'
import { chooseEndpoint, copyOfPlugin, newChat, pickStarter, startChat, toModelChoice } from '../support/story.ts'
import { test } from '../support/test.ts'

const folder = join(import.meta.dirname, '../../docs/screenshots')
const SIZE = { width: 1440, height: 900 }

/** One screen in both themes. */
async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) })
  }
}

test('screens', async () => {
  const meteo = await openMeteoServer()
  const answers = ['The forecast is mild and dry: 14 to 19 °C, light wind. Take a light jacket for the evening.']
  let turn = 0
  const server = await startOpenAIServer(
    body => {
      if (JSON.stringify(body).includes('For example 2+3'))
        return { calls: [{ name: 'calculator', arguments: { expression: '2+3' } }] }
      turn++
      if (turn === 1) {
        return {
          text: 'I will check the forecast and the daylight before I suggest a time.',
          calls: [
            { name: 'time', arguments: { action: 'now' } },
            { name: 'weather__weather', arguments: { action: 'forecast', location: 'Lisbon', days: 3 } },
            { name: 'weather__weather', arguments: { action: 'astronomy', location: 'Lisbon' } },
          ],
        }
      }
      return { text: answers[0] ?? '' }
    },
    { models: ['example-large', 'example-small'], apiKey: 'sk-example-0123456789' },
  )
  const { page, app, folder: profile, close } = await launchApp({ size: SIZE })
  await toModelChoice(page)
  await page.getByRole('radio', { name: /Practice model/ }).click()
  await shoot(page, 'welcome')
  await page.getByRole('button', { name: 'Back' }).click()
  await chooseEndpoint(page, {
    kind: 'OpenAI-compatible',
    baseUrl: server.baseUrl,
    apiKey: 'sk-example-0123456789',
    model: 'example-large',
  })
  await pickStarter(page)
  await startChat(page, 'Say hello.')
  await page.getByRole('link', { name: 'Agents' }).click()
  await page.getByRole('button', { name: 'New agent' }).first().click()
  await page.getByRole('radio', { name: 'Weather guide', exact: true }).click()
  await page.getByRole('button', { name: 'Create agent' }).click()
  await expect(page.getByRole('heading', { name: 'Weather guide' })).toBeVisible()
  turn = 0
  await newChat(page, 'Weather guide', 'When should we visit the garden in Lisbon this week?')
  await expect(page.getByRole('heading', { name: '2 calls are waiting for you' })).toBeVisible()
  const approve = page.getByRole('button', { name: 'Approve', exact: true }).first()
  await expect(approve).toBeEnabled() // a moment after it has come up
  await shoot(page, 'chat')
  await page.getByRole('link', { name: /^Approvals/ }).click()
  await expect(page.getByRole('heading', { name: 'Approvals' })).toBeVisible()
  await expect(approve).toBeEnabled()
  await shoot(page, 'approvals')
  await page.getByRole('link', { name: 'Agents' }).click()
  await expect(page.getByText('Weather guide').first()).toBeVisible()
  await shoot(page, 'agents')
  await page
    .getByRole('link', { name: /Weather guide/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Tools' }).click()
  await shoot(page, 'agent-tools')
  await page.getByRole('tab', { name: 'Permissions' }).click()
  await shoot(page, 'agent-permissions')
  await page.getByRole('link', { name: 'Tools', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Weather/ })).toBeVisible()
  await shoot(page, 'tools')
  await page.getByRole('link', { name: /^Weather/ }).click()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await expect(page.getByText('Forecast address')).toBeVisible()
  await shoot(page, 'tool-settings')
  await page.getByRole('tab', { name: 'Schema' }).click()
  await expect(page.getByText('"properties"')).toBeVisible()
  await shoot(page, 'tool-schema')
  await page.getByRole('link', { name: /^Plugins/ }).click()
  await page.getByRole('link', { name: /^Weather/ }).click()
  await page.getByRole('tab', { name: 'Tools' }).click()
  await shoot(page, 'plugins')
  await app.evaluate(
    ({ dialog }, path) => {
      dialog.showOpenDialog = (async () => ({ canceled: false, filePaths: [path] })) as typeof dialog.showOpenDialog
    },
    copyOfPlugin('weather', 'field-weather', 'Field weather', tmpdir()),
  )
  await page.getByRole('link', { name: 'Add from folder…' }).click()
  await expect(page.getByRole('checkbox', { name: 'I trust what is in this folder' })).toBeVisible()
  await shoot(page, 'plugin-review')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Models' }).click()
  await shoot(page, 'settings-models')
  const skill = join(profile, 'skills/trip-report/SKILL.md')
  mkdirSync(dirname(skill), { recursive: true })
  writeFileSync(skill, '---\nname: trip\ndescription: How we write up a trip.\n---\n\nBegin with what surprised you.\n')
  await page.getByRole('link', { name: 'Skills', exact: true }).click()
  await expect(page.getByRole('region', { name: '1 skill no agent can read' })).toBeVisible()
  await shoot(page, 'settings-skills')
  await close()
  await server.close()
  await meteo.close()
})
