import { expect, type Page } from '@playwright/test'
import { practiced } from './support/furnished.ts'
import { launchApp } from './support/launch-app.ts'
import { launchBrowser, launchServe } from './support/launch-serve.ts'
import {
  addPlugin,
  callRow,
  card,
  choosePractice,
  conversation,
  copyOfPlugin,
  newChat,
  pickStarter,
  QUESTION,
  STARTER,
  startChat,
} from './support/story.ts'
import { test } from './support/test.ts'

/** The calls appear; the one that asks is changed and approved; the results and the answer come. */
async function answerTheQuestion(page: Page): Promise<void> {
  await expect(callRow(page, 'Time', 'Now')).toContainText('Done')
  await expect(callRow(page, 'Calculator', 'Calculate')).toContainText('Waiting for you')
  const calculation = card(page, 'Calculator')
  await expect(calculation).toContainText('Evaluate mathematical expression: 240*19/100')
  await calculation.getByRole('textbox', { name: 'Expression' }).fill('240*20/100')
  await expect(calculation.getByText('Changed, was')).toBeVisible()
  await calculation.getByRole('button', { name: 'Approve changed' }).click()

  await expect(callRow(page, 'Calculator', 'Calculate')).toContainText('Done')
  await expect(callRow(page, 'Calculator', 'Calculate')).toContainText('You changed the arguments')
  await expect(callRow(page, 'Time', 'Format')).toContainText('Done')
  await expect(conversation(page)).toContainText('240*20/100 is 48')
  await expect(conversation(page)).toContainText(/In Tokyo it is \d\d:\d\d/)
}

async function everythingIsThere(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Chats', exact: false }).first().click()
  await page
    .getByRole('navigation', { name: 'Chats' })
    .getByRole('link', { name: new RegExp(`^${QUESTION.slice(0, 20)}`) })
    .click()
  await expect(conversation(page)).toContainText('240*20/100 is 48')
  await expect(callRow(page, 'Calculator', 'Calculate')).toContainText('You changed the arguments')
  await page.getByRole('link', { name: 'Plugins' }).click()
  await expect(page.getByRole('link', { name: /Field weather/ })).toBeVisible()
  await page.getByRole('link', { name: 'Agents' }).click()
  await expect(page.getByText('Calculator and clock').first()).toBeVisible()
}

test('a newcomer: model, agent, plugin, question, approval, answer, and all of it after a restart', async () => {
  const folder = copyOfPlugin('weather', 'field-weather', 'Field weather')
  const first = await launchApp()
  await choosePractice(first.page)
  await pickStarter(first.page)
  await startChat(first.page)
  await answerTheQuestion(first.page)
  await addPlugin(first.page, folder, { app: first.app })
  await first.page.getByRole('button', { name: 'Done' }).click()
  await first.close()

  const second = await launchApp({ folder: first.folder })
  await everythingIsThere(second.page)
  await second.close()
})

test('the same story in a browser, over serve', async () => {
  const folder = copyOfPlugin('weather', 'field-weather', 'Field weather')
  const served = await launchServe()
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 820 } })
  await page.goto(served.address)
  expect(page.url()).not.toContain(served.token)
  await choosePractice(page)
  await pickStarter(page)
  await startChat(page)
  await answerTheQuestion(page)
  await addPlugin(page, folder)
  await page.getByRole('button', { name: 'Done' }).click()
  await served.close()

  const again = await launchServe(served.folder)
  await page.goto(again.address)
  await everythingIsThere(page)
  await browser.close()
  await again.close()
})

test('a restart in the middle: the question that waited is still there, and its answer goes on', async () => {
  const first = await launchApp({ folder: await practiced() })
  await newChat(first.page, STARTER, QUESTION)
  await expect(card(first.page, 'Calculator')).toBeVisible()
  await first.kill()

  const second = await launchApp({ folder: first.folder })
  await second.page.getByRole('link', { name: /^Approvals/ }).click()
  await second.page.getByRole('link', { name: /^Chats/ }).click()
  await second.page.getByRole('navigation', { name: 'Chats' }).getByRole('link').first().click()
  await card(second.page, 'Calculator').getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(conversation(second.page)).toContainText('45.6')
  await second.close()
})
