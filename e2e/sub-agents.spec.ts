import { expect, type Page } from '@playwright/test'
import { launchApp, type RunningApp } from './support/launch-app.ts'
import { callRow, card, conversation, newChat } from './support/story.ts'
import { letter, newTeam, type Team } from './support/team.ts'
import { test } from './support/test.ts'

const subAgentRow = (page: Page) => conversation(page).getByRole('article', { name: 'Sub-agent Researcher' })
const approve = async (page: Page, tool: string) =>
  card(page, tool).getByRole('button', { name: 'Approve', exact: true }).click()

test.describe('in one window', () => {
  let team: Team
  let window: RunningApp
  test.beforeAll(async () => {
    team = await newTeam()
    window = await launchApp({ folder: team.folder })
  })
  test.afterAll(async () => {
    await window.close()
    await team.server.close()
  })

  test('a sub-agent’s question is answered from its parent’s chat, without going anywhere', async () => {
    team.says(
      'Planner',
      { text: 'I ask Researcher.', calls: [subAgent(team.researcher, 'Write to Ada.')] },
      { text: 'All is arranged.' },
    )
    team.says('Researcher', { text: 'I write to Ada first.', calls: [letter('Ada')] }, { text: 'Ada knows.' })
    const { page } = window
    await newChat(page, 'Planner', 'Arrange the visit')
    await expect(card(page, 'Handover')).toContainText('Let Researcher do a part: Write to Ada.')
    await approve(page, 'Handover')

    await expect(subAgentRow(page)).toContainText('Waiting for you')
    const asking = card(page, 'Post')
    await expect(asking).toContainText('Send a letter to Ada')
    await expect(asking).toContainText(/Asked by\s*Planner\s*Researcher/)
    const address = page.url()
    await approve(page, 'Post')

    await expect(conversation(page)).toContainText('All is arranged.')
    await expect(subAgentRow(page)).toContainText('Done')
    expect(page.url()).toBe(address)
    // H3: the parent was asked twice in all, and heard the sub-agent's last word as the result of its call.
    const planner = team.server.requests.filter(({ body }) => JSON.stringify(body).includes('Arrange the visit'))
    expect(planner).toHaveLength(2)
    expect(JSON.stringify(planner[1]?.body.messages)).toContain('completed:\\n\\nAda knows.')

    await page.getByRole('button', { name: /^Step 2/ }).click()
    await expect(page.getByText('Including 1 sub-agent', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')

    await subAgentRow(page).getByRole('link', { name: 'Open the chat of Researcher' }).click()
    await expect(page.getByText('Sub-agent of Planner, for')).toBeVisible()
    await expect(callRow(page, 'Post', 'Send')).toContainText('Done')
  })

  test('one sub-agent is stopped alone, and its parent goes on without it', async () => {
    team.says('Planner', { calls: [subAgent(team.researcher, 'Write to Ada.')] }, { text: 'Then without Ada.' })
    team.says('Researcher', { calls: [letter('Ada')] })
    const { page } = window
    await newChat(page, 'Planner', 'Arrange another visit')
    await approve(page, 'Handover')
    await subAgentRow(page).getByRole('button', { name: 'Stop this one' }).click()
    await expect(conversation(page)).toContainText('Then without Ada.')
    await expect(subAgentRow(page)).toContainText('Stopped')
  })

  test('a chat that was handed over says where it went on', async () => {
    const over = { op: 'handover', target_agent_id: team.researcher, prompt: 'Please take over.' }
    team.says('Planner', { calls: [{ name: 'handover', arguments: over }] })
    team.says('Researcher', { text: 'I took over.' })
    const { page } = window
    await newChat(page, 'Planner', 'Hand it over')
    await approve(page, 'Handover')
    await expect(conversation(page)).toContainText('Handed off to Researcher.')
    await expect(page.getByText('This chat was handed over to Researcher.')).toBeVisible()
    await page.getByRole('link', { name: 'Go there' }).last().click()
    await expect(conversation(page)).toContainText('I took over.')
    await expect(page.getByText('Handed over by Planner, from')).toBeVisible()
  })

  test('what is remembered runs, says why, and is taken back from the call and from the settings', async () => {
    team.says(
      'Planner',
      { calls: [letter('Ada')] },
      { calls: [letter('Bob')] },
      { text: 'Both are written to.' },
      { calls: [letter('Eve')] },
    )
    const { page } = window
    await newChat(page, 'Planner', 'Write to Ada and Bob')
    await card(page, 'Post').getByRole('button', { name: 'Approve and remember…' }).click()
    await page.getByRole('menuitem', { name: 'Planner may send' }).click()
    await expect(conversation(page)).toContainText('Both are written to.')

    const bob = callRow(page, 'Post', 'Send').filter({ hasText: 'Bob' })
    await bob.getByRole('button', { expanded: false }).click()
    await bob.getByRole('tab', { name: 'Arguments' }).click()
    await expect(bob).toContainText('Not asked: you allowed it for Planner')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Permissions' }).click()
    const rule = page.getByRole('article', { name: /Rule 1: Post/ })
    await expect(rule).toContainText('Used once')
    await rule.getByRole('link', { name: 'See the call' }).click()
    await bob.getByRole('button', { expanded: false }).click()
    await bob.getByRole('tab', { name: 'Arguments' }).click()
    await bob.getByRole('button', { name: 'Revoke' }).click()
    await expect(bob).toContainText('revoked')

    await page.getByRole('textbox', { name: 'Message' }).fill('And to Eve')
    // The offer to take it back does not lie on what is needed next.
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
    const send = page.getByRole('button', { name: 'Send', exact: true })
    expect(
      await send.evaluate(button => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      }),
    ).toBe(true)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(card(page, 'Post')).toContainText('Send a letter to Eve')
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Permissions' }).click()
    await expect(page.getByText('Nothing is remembered')).toBeVisible()
  })
})

test('the app is killed while an approved call runs: after the start a card asks, and nothing ran twice', async () => {
  const team = await newTeam()
  team.says('Planner', { calls: [{ name: 'office__post', arguments: { action: 'hang', to: 'Ada' } }] })
  const first = await launchApp({ folder: team.folder })
  await newChat(first.page, 'Planner', 'Write slowly')
  await approve(first.page, 'Post')
  await expect(callRow(first.page, 'Post', 'Hang')).toContainText('Running')
  await first.kill()

  const { page, close } = await launchApp({ folder: team.folder })
  await page.getByRole('link', { name: /Write slowly/ }).click()
  const row = callRow(page, 'Post', 'Hang')
  await expect(row).toContainText('Outcome unknown')
  // Among what waits for a decision it says that it is a question about the past.
  await page.getByRole('link', { name: 'Approvals' }).click()
  await expect(page.locator('.inbox-row').filter({ hasText: 'Send a slow letter' })).toContainText('Outcome unknown')
  await expect(page.getByRole('heading', { name: 'Exactly what it was called with' })).toBeVisible()
  await page.getByRole('link', { name: 'Open chat' }).click()
  team.says('Planner', { text: 'Ada has her letter.' })
  await row.getByRole('button', { name: 'It happened' }).click()
  await expect(conversation(page)).toContainText('Ada has her letter.')
  await expect(row).toContainText('Done')
  expect(JSON.stringify(team.server.requests.at(-1)?.body.messages)).toContain('it did take effect')
  await close()
  await team.server.close()
})

function subAgent(agentId: number, prompt: string) {
  return { name: 'handover', arguments: { op: 'sub_agent', agent_id: agentId, prompt } }
}
