import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { pluginFolder, pluginSource } from './support/plugin-folder.ts'
import { openServed } from './support/serve-page.ts'
import { addPlugin } from './support/story.ts'
import { test } from './support/test.ts'

const source = (name: string) =>
  pluginSource([
    `{ name: '${name}', description: 'Says it.', describe: () => 'Say it', execute: async () => ToolResult.ok('${name}') }`,
  ])

test('G10: a linked plugin follows each save; a broken one is told on its page while the last good one serves', async () => {
  const folder = pluginFolder({
    'plugin.json': { slug: 'notes', name: 'Notes', version: '1.0.0' },
    'index.mjs': source('first'),
    'skills/note-taking/SKILL.md': '---\nname: note-taking\ndescription: How to take notes.\n---\n\nShort.\n',
  })
  const save = (text: string) => writeFileSync(join(folder, 'index.mjs'), text)
  const open = await openServed()
  const { page } = open
  await addPlugin(page, folder)
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Notes' })).toBeVisible()
  save(`${source('second')}\nconst = 1\n`)
  const trouble = page.getByRole('tabpanel', { name: 'Overview' }).getByRole('alert')
  await expect(trouble).toContainText('index.mjs')
  await expect(trouble).toContainText('The version loaded before goes on serving.')
  save(source('third'))
  await expect(trouble).toHaveCount(0)
  await page.getByRole('tab', { name: 'Tools' }).click()
  await expect(page.getByText('notes:third')).toBeVisible()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('link', { name: 'note-taking' }).click()
  await expect(page.getByRole('region', { name: 'From the plugin Notes' })).toContainText('note-taking')
  await open.close()
})
