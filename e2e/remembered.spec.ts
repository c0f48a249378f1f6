import { expect } from '@playwright/test'
import { openServed } from './support/serve-page.ts'
import { callRow, card, conversation, newChat } from './support/story.ts'
import { letter, newTeam } from './support/team.ts'
import { test } from './support/test.ts'

test('P5: a rule bound to values names them wherever it is shown; “Ask” suspends it and says so; it is used again from the settings', async () => {
  const team = await newTeam()
  team.says(
    'Planner',
    { calls: [letter('Ada')] },
    { calls: [letter('Ada', 'Again'), letter('Bob')] },
    { text: 'Written.' },
    { calls: [letter('Ada', 'Once more')] },
  )
  const { page, rest, close } = await openServed({ folder: team.folder })
  await newChat(page, 'Planner', 'Write')
  await card(page, 'Post').getByRole('button', { name: 'Approve and remember…' }).click()
  await page.getByRole('menuitem', { name: 'With conditions…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Every agent/ }).click()
  await dialog.getByRole('checkbox', { name: 'Only with this To' }).click()
  await dialog.getByRole('button', { name: 'Approve and remember' }).click()

  // The same with other words ran on its own; another address asks.
  await expect(callRow(page, 'Post', 'Send').nth(1)).toContainText('Done')
  await expect(card(page, 'Post')).toContainText('Send a letter to Bob')
  await card(page, 'Post').getByRole('button', { name: 'Reject' }).click()
  await card(page, 'Post').getByRole('button', { name: 'Reject' }).click()
  await expect(conversation(page)).toContainText('Written.')
  for (const [row, words] of [
    [0, 'Remembered: allowed for every agent, only with To "Ada"'],
    [1, 'Not asked: you allowed it for every agent, only with To "Ada"'],
  ] as const) {
    const call = callRow(page, 'Post', 'Send').nth(row)
    await call.getByRole('button', { expanded: false }).click()
    await call.getByRole('tab', { name: 'Arguments' }).click()
    await expect(call).toContainText(words)
  }

  // P7: it counts for every agent, so one that gets the tool later says what it would do on its own.
  const late = await rest<{ id: number }>('POST', '/agents', { name: 'Late' })
  await page.evaluate(hash => Object.assign(location, { hash }), `/agents/${late.id}/tools`)
  await page.getByRole('switch', { name: 'Post' }).click()
  const sheet = page.getByRole('dialog', { name: 'Turn on Post for Late' })
  await expect(sheet).toContainText('A remembered permission lets something of it run without asking.')
  await expect(sheet).toContainText('Everything else it does asks you first.')
  await sheet.getByRole('button', { name: 'Turn on' }).click()
  for (const tab of ['permissions', 'overview']) {
    await page.evaluate(hash => Object.assign(location, { hash }), `/agents/${late.id}/${tab}`)
    await expect(page.getByRole('main')).toContainText(
      'A remembered permission lets something of it run without asking.',
    )
  }

  await page.evaluate(() => {
    location.hash = '/agents/1/permissions'
  })
  await page
    .getByRole('row', { name: /Sends one letter\./ })
    .getByRole('radio', { name: 'Ask', exact: true })
    .click()
  await expect(page.getByText('A remembered permission does not count any more')).toBeVisible()
  await page.evaluate(() => {
    location.hash = '/settings/permissions'
  })
  const rule = page.getByRole('article', { name: /Rule 1: Post/ })
  await expect(rule).toContainText('Used once')
  await expect(rule).toContainText('To: "Ada"')
  await expect(rule).toContainText('You set the operation to ask for Planner after this was made')

  await newChat(page, 'Planner', 'Write once more')
  await expect(card(page, 'Post')).toContainText('Send a letter to Ada')
  await page.evaluate(() => {
    location.hash = '/settings/permissions'
  })
  await rule.getByRole('button', { name: 'Use again' }).click()
  // It counts again, so that what waits for it is decided at once.
  await expect(rule).toContainText('Used 2 times')
  await page.getByRole('link', { name: 'Chats', exact: true }).click()
  await page.getByRole('link', { name: /Write once more/ }).click()
  await expect(callRow(page, 'Post', 'Send')).toContainText('Done')

  // F10: who removes the plugin hears that it goes with it.
  await page.evaluate(() => {
    location.hash = '/plugins/office'
  })
  await page.getByRole('button', { name: 'Remove…' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove Office?' })
  await expect(remove).toContainText('1 thing you said for more than one call is about its tools.')
  await remove.getByRole('button', { name: 'Cancel' }).click()
  await close()
  await team.server.close()
})
