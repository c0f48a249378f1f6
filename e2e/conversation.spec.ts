import { expect, type Page } from '@playwright/test'
import { practiced } from './support/furnished.ts'
import { launchApp, type RunningApp } from './support/launch-app.ts'
import { openServed, type ServedPage } from './support/serve-page.ts'
import { callRow, card, conversation, newChat, QUESTION, STARTER, sendNewChat } from './support/story.ts'
import { newTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })

let running: RunningApp
test.beforeAll(async () => {
  running = await launchApp({ folder: await practiced() })
})
test.afterAll(() => running.close())

test('writing goes on: the field has the focus again after each answer, and the newest is in view', async () => {
  const { page } = running
  await page.setViewportSize({ width: 900, height: 600 })
  await newChat(page, STARTER, 'what time is it in Tokyo?')
  await conversation(page).getByText('In Tokyo it is').waitFor()
  await message(page).click()
  for (const place of ['Lisbon', 'Berlin', 'New York']) {
    await expect(message(page)).toBeFocused()
    await page.keyboard.type(`what time is it in ${place}?`)
    await page.keyboard.press('Enter')
    await expect(conversation(page).getByText(`In ${place} it is`)).toBeInViewport()
  }
  // Reading further up stays where it is until the next message of one's own.
  await expect(message(page)).toBeFocused()
  await conversation(page).press('Home')
  await expect(conversation(page).getByText('In Tokyo it is')).toBeInViewport()
  await message(page).fill('what time is it in Oslo?')
  await page.keyboard.press('Enter')
  await expect(conversation(page).getByText('In Oslo it is')).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 820 })
})

test('a part of a batch is sent with the mouse: the keys decide on the card that is left', async () => {
  const { page } = running
  await newChat(page, STARTER, 'what is 2 + 2, and what is 3 + 3?')
  await expect(page.getByRole('region', { name: '2 calls are waiting for you' })).toBeVisible()
  await page
    .getByRole('article', { name: /Call 1 of 2/ })
    .getByRole('button', { name: 'Approve', exact: true })
    .click()
  await page.getByRole('button', { name: /Run 1, keep 1 waiting/ }).click()
  const left = page.getByRole('article', { name: 'Call 1 of 1: Calculator' })
  await expect(left).toBeFocused()
  await expect(left.getByRole('button', { name: 'Reject', exact: true })).toBeEnabled()
  await page.keyboard.press('r')
  await page.keyboard.type('Once is enough')
  await page.keyboard.press('Control+Enter')
  await expect(callRow(page, 'Calculator', 'Rejected')).toContainText('Once is enough')
  await expect(conversation(page)).toContainText('2 + 2 is 4.')
})

test('E14: a page that is loaded again in the middle of a decision keeps edits, decisions and reasons', async () => {
  const { page } = running
  await newChat(page, STARTER, QUESTION)
  const calculation = card(page, 'Calculator')
  await calculation.getByRole('textbox', { name: 'Expression' }).fill('240*21/100')
  await calculation.getByRole('button', { name: 'Reject' }).click()
  await calculation.getByRole('textbox', { name: /Reject, and tell/ }).fill('Wait for me.')
  await page.reload()
  await expect(calculation.getByRole('textbox', { name: 'Expression' })).toHaveValue('240*21/100')
  await expect(calculation.getByRole('textbox', { name: /Reject, and tell/ })).toHaveValue('Wait for me.')
  await calculation.getByRole('textbox', { name: /Reject, and tell/ }).press('Escape')
  await calculation.getByRole('button', { name: 'Approve changed' }).click()
  await expect(conversation(page)).toContainText('240*21/100 is 50.4')
})

test.describe('over serve', () => {
  let team: Team
  let served: ServedPage
  test.beforeAll(async () => {
    team = await newTeam()
    served = await openServed({ folder: team.folder })
  })
  test.afterAll(async () => {
    await served.close()
    await team.server.close()
  })

  test('who goes elsewhere while a chat is being begun stays there', async () => {
    const { page, rest, settled } = served
    await page.route(/tasks\/create/, async route => {
      await page.getByRole('link', { name: 'Tools', exact: true }).click()
      await expect(page).toHaveURL(/#\/tools/)
      await route.continue()
    })
    const answered = page.waitForResponse(/tasks\/create/)
    await sendNewChat(page, 'Planner', 'Say hello')
    await (await answered).finished()
    await expect.poll(async () => (await rest<{ status: string }[]>('GET', '/tasks'))[0]?.status).toBe('COMPLETED')
    await settled()
    await expect(page).toHaveURL(/#\/tools/)
    await page.unroute(/tasks\/create/)
  })

  test('who reads further up with the keys while an answer is being written stays there', async () => {
    const { page } = served
    await newChat(page, 'Planner', 'Say hello once more')
    await expect(conversation(page)).toContainText('Done.')
    team.says('Planner', { text: 'One more line.\n\n'.repeat(80), delayMs: 10 })
    await message(page).fill('Tell me everything')
    await message(page).press('Enter')
    const log = conversation(page)
    const beyond = () => log.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
    await expect.poll(beyond, { intervals: [20] }).toBeGreaterThan(200)
    await expect(log).toBeFocused()
    await page.keyboard.press('Home')
    await expect(message(page)).toBeVisible() // it is written to its end
    await expect(log).toBeFocused()
    await expect(log.getByText('Say hello once more')).toBeInViewport()
  })
})
