import { expect, type Page, type Route } from '@playwright/test'
import { openServed, type ServedPage } from './support/serve-page.ts'
import { test } from './support/test.ts'

/** Every form with a bar to save. */
const FORMS = [
  { path: '/agents/1/overview', field: 'Name', value: 'Renamed' },
  { path: '/agents/1/notes', field: /^Notes of/, value: 'Prices are in euro.' },
  { path: '/settings/about-you', field: /^Name/, value: 'Ada' },
  { path: '/tools/weather%3Aweather/settings', field: 'Forecast address', value: 'http://127.0.0.1:9/', set: true },
]

/** Answers wait from `hold` on until `release`. */
async function holding(page: Page) {
  const held: Route[] = []
  let holds = false
  await page.route(/\/rpc\/\w+\/(save|update|set)/, route => (holds ? void held.push(route) : route.continue()))
  return {
    hold: () => {
      holds = true
    },
    isHeld: () => expect.poll(() => held.length).toBe(1),
    async release() {
      holds = false
      for (const route of held.splice(0)) await route.continue()
    },
  }
}

let app: ServedPage
test.beforeAll(async () => {
  app = await openServed()
  await app.rest('POST', '/agents', { name: 'Ada' })
})
test.afterAll(() => app.close())

async function goTo(path: string) {
  await app.page.evaluate(hash => Object.assign(location, { hash }), path)
  await app.settled()
}

test('6-ui 3.4: who leaves while a save is under way is asked, and gets there once it is saved', async () => {
  const { page } = app
  const { hold, isHeld, release } = await holding(page)
  for (const { path, field, value, set } of FORMS) {
    await goTo(path)
    if (set) await page.getByRole('button', { name: `Set ${field}` }).click()
    const box = page.getByRole('textbox', { name: field }).first()
    await box.fill(value)
    hold()
    await page.getByRole('button', { name: /^Save/ }).click()
    await isHeld()
    await page.getByRole('link', { name: 'Chats' }).click()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(asked).toBeVisible()
    await release()
    await expect(page, path).toHaveURL(/#\/chats$/)
    await expect(asked).toHaveCount(0)
    await goTo(path)
    await expect(box).toHaveValue(value)
  }
  await page.unrouteAll()
})

test('6-ui 3.4: what is typed while a save is under way stays, and is still to be saved', async () => {
  const { page } = app
  const { hold, isHeld, release } = await holding(page)
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  for (const { path, field, value } of FORMS) {
    await goTo(path)
    const box = page.getByRole('textbox', { name: field }).first()
    await box.fill(`${value}2`)
    hold()
    await bar.getByRole('button', { name: /^Save/ }).click()
    await isHeld()
    await box.fill(`${value}23`)
    await release()
    await expect(bar.getByRole('button', { name: /^Save/ }), path).toBeEnabled()
    await expect(box, path).toHaveValue(`${value}23`)
    await bar.getByRole('button', { name: /^Save/ }).click()
    await expect(bar).toBeHidden()
    await goTo('/chats')
    await goTo(path)
    await expect(box).toHaveValue(`${value}23`)
  }
  await page.unrouteAll()
})

test('6-ui 3.4: instructions changed elsewhere while they are written here are both shown, and nothing is overwritten unseen', async () => {
  const { page, rest } = app
  const { id } = await rest<{ id: number }>('POST', '/agents', { name: 'Bob', system_prompt: 'First.' })
  await goTo(`/agents/${id}/instructions`)
  const box = page.getByRole('textbox')
  await box.fill('Mine.')
  await rest('PATCH', `/agents/${id}`, { change: { system_prompt: 'Theirs.', max_steps: 7 } })
  const banner = page.getByRole('status').filter({ hasText: 'Instructions changed elsewhere meanwhile' })
  await expect(banner).toContainText('Theirs.')
  await expect(box).toHaveValue('Mine.')
  const save = page.getByRole('button', { name: /^Save/ })
  await expect(save).toBeDisabled()
  await banner.getByRole('button', { name: 'Use that' }).click()
  await expect(box).toHaveValue('Theirs.')
  await box.fill('Mine after all.')
  await rest('PATCH', `/agents/${id}`, { change: { system_prompt: 'Theirs again.' } })
  await banner.getByRole('button', { name: 'Keep mine' }).click()
  await save.click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  expect(await rest('GET', `/agents/${id}`)).toMatchObject({ system_prompt: 'Mine after all.', max_steps: 7 })
})

test('6-ui 3.4: an agent that is deleted elsewhere takes nothing along that was written about it', async () => {
  const { page, rest } = app
  const { id } = await rest<{ id: number }>('POST', '/agents', { name: 'Short-lived' })
  await goTo(`/agents/${id}/instructions`)
  await page.getByRole('textbox').fill('It took long to write this.')
  await rest('DELETE', `/agents/${id}`)
  await expect(page.getByText('This agent was deleted elsewhere meanwhile.')).toBeVisible()
  await expect(page.getByRole('textbox')).toHaveValue('It took long to write this.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('This agent is not here')).toBeVisible()
})

test('6-ui 3.4: details changed elsewhere stay when this window keeps its own', async () => {
  const { page, rest } = app
  await goTo('/settings/about-you')
  const about = page.getByRole('textbox', { name: 'About you' })
  await about.fill('Mine')
  const { revision } = await rest<{ revision: number }>('GET', '/profile')
  await rest('PATCH', '/profile', { revision, change: { name: 'Theirs' } })
  await expect(page.getByRole('textbox', { name: 'Name' }).first()).toHaveValue('Theirs')
  await expect(about).toHaveValue('Mine')
  await rest('PATCH', '/profile', { revision: revision + 1, change: { about: 'Theirs too', name: 'Theirs still' } })
  const banner = page.getByRole('status').filter({ hasText: 'Your details were changed elsewhere' })
  await expect(banner).toContainText('About you: Theirs too')
  await banner.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  expect(await rest('GET', '/profile')).toMatchObject({ name: 'Theirs still', about: 'Mine' })
})

/** Every dialog in which something is typed. */
const DIALOGS = [
  { path: '/agents', open: 'New agent', title: 'New agent', field: 'Name' },
  { path: '/settings/memories', open: 'Add a memory', title: 'Add a memory', field: 'Name' },
  {
    path: '/settings/models',
    open: 'Add model',
    title: 'Add a model',
    choose: 'OpenAI-compatible',
    field: /^API key/i,
  },
]

test('6-ui 9.6: a dialog in which something was typed is closed by no slip, and left by no other way without a question', async () => {
  const { page } = app
  for (const { path, open, title, choose, field } of DIALOGS) {
    await goTo('/chats')
    await goTo(path)
    await page.getByRole('button', { name: open }).first().click()
    const dialog = page.getByRole('dialog', { name: title })
    if (choose) await dialog.getByRole('radio', { name: choose }).click()
    const box = dialog.getByRole('textbox', { name: field }).or(dialog.getByLabel(field)).first()
    await box.fill('Typed with care')
    await page.keyboard.press('Escape')
    await page.mouse.click(5, 5)
    await expect(dialog, path).toContainText('Not saved yet.')
    await expect(box).toHaveValue('Typed with care')
    await page.goBack()
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Keep editing' }).click()
    await expect(box).toHaveValue('Typed with care')
    await page.goBack()
    await asked.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(dialog).toHaveCount(0)
  }
})

test('6-ui 9.10: the focus stays where a choice is made while it is being stored', async () => {
  const { page } = app
  const { hold, isHeld, release } = await holding(page)
  await goTo('/agents/1/tools')
  const time = page.getByRole('switch', { name: 'Calculator' })
  await time.focus()
  await page.keyboard.press('Space')
  const sheet = page.getByRole('dialog', { name: /^Turn on/ })
  await expect(sheet.or(page.getByRole('switch', { name: 'Calculator', checked: true }))).toBeVisible()
  if (await sheet.isVisible()) await sheet.getByRole('button', { name: 'Turn on' }).click()
  await expect(time).toBeChecked()
  await time.focus()
  hold()
  await page.keyboard.press('Space')
  await isHeld()
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(time).toBeFocused()
  await release()
  await expect(time).not.toBeChecked()
  await expect(time).toBeFocused()
  await page.unrouteAll()
})

test('6-ui 9.6: a message of the app is no dialog: the keys work while it is shown; the same one is there once', async () => {
  const { page } = app
  await goTo('/agents/1/overview')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  for (const description of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await page.getByRole('textbox', { name: 'Description' }).fill(description)
    await expect(bar).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(bar).toBeHidden()
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  }
  await expect(page.locator('.toast')).toHaveCount(1)
})

test('F2: a setting that went missing meanwhile is asked for when its tool is switched on', async () => {
  const { page, rest } = app
  const set = async (...changes: object[]) => {
    const place = { tool_class: 'core/SkillTool', scope: { scope: 'global' } }
    const { revision } = await rest<{ revision: number }>('POST', '/settings/get', place)
    await rest('POST', '/settings/save', { ...place, revision, changes })
  }
  await set({ key: 'allowed_skills', action: 'set', value: ['agent-creation'] })
  const { id } = await rest<{ id: number }>('POST', '/agents', { name: 'Dora' })
  await goTo(`/agents/${id}/tools`)
  await expect(page.getByRole('switch', { name: 'Skill' })).toBeVisible()
  // This window hears of nothing.
  await page.route('**/rpc/agents/tools', () => {})
  await set({ key: 'allowed_skills', action: 'reset' })
  await page.getByRole('switch', { name: 'Skill' }).click()
  const sheet = page.getByRole('dialog', { name: 'Turn on Skill for Dora' })
  await sheet.getByRole('button', { name: 'Turn on' }).click()
  await expect(sheet.getByRole('region', { name: 'It needs these first' })).toContainText('Allowed skills')
  await expect(sheet.getByRole('button', { name: 'Save and enable' })).toBeDisabled()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await sheet.getByRole('button', { name: 'Cancel' }).click()
})

test('6-ui 9.10: what an agent’s menu could not do is said', async () => {
  const { page, rest } = app
  await rest('POST', '/agents', { name: 'Cecil' })
  await page.route('**/rpc/agents/duplicate', route => route.abort())
  await goTo('/agents')
  await page.getByRole('button', { name: 'More about Cecil' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  const dialog = page.getByRole('dialog', { name: 'That did not work' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toHaveCount(0)
  await page.unrouteAll()
})
