import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SkillLibrary } from '../skills/skill-library.ts'
import { TemplateLibrary } from '../templates/template-library.ts'
import { type PluginApp, pluginApp } from './test/plugin-app.ts'
import { MANIFEST, pluginFolder, temporaryFolder } from './test/plugin-folder.ts'

const skill = (name: string, description = `About ${name}.`) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nRead this.\n`
const main = (hooks: string, tools = '[Echo]') => `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
const Echo = defineTool({ name: 'echo', description: '', describe: () => '', execute: async () => ToolResult.ok('') })
export default definePlugin({ tools: ${tools}, ${hooks} })
`
const names = (app: PluginApp) =>
  new SkillLibrary(() => app.service.folders('skills').map(({ slug, folder }) => ({ source: slug, folder })))
    .list()
    .map(({ name, source }) => `${source}:${name}`)
const templates = (app: PluginApp) =>
  new TemplateLibrary(() =>
    app.service.folders('agent-templates').map(({ slug, folder }) => ({ source: slug, folder })),
  )
    .list()
    .map(({ key }) => key)
const view = (app: PluginApp) => app.service.list().find(({ slug }) => slug === 'sample')

test('G3: skills and templates lie in the folders of the usual names, and in those the hooks name', async () => {
  const app = await pluginApp()
  const folder = pluginFolder({
    'index.mjs': `import { join } from 'node:path'
${main(`skillPaths: ['./knowledge/', join(import.meta.dirname, 'more'), 'knowledge'], agentTemplatePaths: ['starters']`)}`,
    'skills/usual/SKILL.md': skill('usual'),
    'knowledge/named/SKILL.md': skill('named'),
    'more/whole/SKILL.md': skill('whole'),
    'agent-templates/a.json': {},
    'starters/b.json': {},
  })
  expect(await app.add(folder)).toMatchObject({ state: 'loaded', problems: [], tools: [{ ok: true }] })
  expect(names(app)).toEqual(['sample:usual', 'sample:named', 'sample:whole'])
  expect(templates(app)).toEqual(['sample/a.json', 'sample/b.json'])
  // Known again at the next start, with nothing of the plugin running.
  const later = await app.restart()
  expect(names(later)).toHaveLength(3)
  expect((await later.service.setEnabled('sample', false)).state).toBe('disabled')
  expect(names(later)).toEqual([])
  expect((await later.service.setEnabled('sample', true)).state).toBe('loaded')
  expect(names(later)).toHaveLength(3)
})

test('G3: a path that leaves the plugin, is no folder or is not there is told and left out; the tools work', async () => {
  const app = await pluginApp()
  const outside = temporaryFolder()
  mkdirSync(join(outside, 'stolen'))
  writeFileSync(join(outside, 'stolen/SKILL.md'), skill('stolen'))
  const bad: [path: string, code: string][] = [
    ['../..', 'PLUGIN_PATH_OUTSIDE'],
    ['knowledge/../../x', 'PLUGIN_PATH_OUTSIDE'],
    [outside, 'PLUGIN_PATH_OUTSIDE'],
    ['C:/Windows', 'PLUGIN_PATH_OUTSIDE'],
    ['file:///etc', 'PLUGIN_PATH_OUTSIDE'],
    ['a\\b', 'PLUGIN_PATH_OUTSIDE'],
    ['~/skills', 'PLUGIN_PATH_OUTSIDE'],
    ['', 'PLUGIN_PATH_OUTSIDE'],
    ['nul\0byte', 'PLUGIN_PATH_MISSING'],
    ['gone', 'PLUGIN_PATH_MISSING'],
    ['index.mjs', 'PLUGIN_PATH_NOT_FOLDER'],
  ]
  const folder = pluginFolder({
    'index.mjs': main(`skillPaths: ${JSON.stringify(['knowledge', ...bad.map(([path]) => path)])}`),
    'knowledge/named/SKILL.md': skill('named'),
  })
  const added = await app.add(folder)
  expect(added).toMatchObject({ state: 'loaded', error: null, tools: [{ ok: true }] })
  expect(added.problems.map(({ code }) => code)).toEqual(bad.map(([, code]) => code))
  for (const { message } of added.problems) {
    expect(message).toMatch(/^skillPaths\(\) names “/)
    expect(message).toMatch(/Name the folder that holds the folders of skills, relative to the plugin\.$/)
  }
  expect(names(app)).toEqual(['sample:named'])
  expect(app.service.log('sample').filter(({ text }) => text.startsWith('PLUGIN_PATH_'))).toHaveLength(bad.length)
  expect((await app.call('sample:echo', {})).kind).toBe('result')
})

test('G3: a folder that becomes a link out of the plugin later brings nothing from there', async () => {
  const app = await pluginApp()
  const outside = temporaryFolder()
  mkdirSync(join(outside, 'stolen'))
  writeFileSync(join(outside, 'stolen/SKILL.md'), skill('stolen'))
  const folder = pluginFolder({
    'index.mjs': main(`skillPaths: ['inner']`),
    'knowledge/named/SKILL.md': skill('named'),
  })
  symlinkSync('knowledge', join(folder, 'inner')) // a link within is no way out
  expect((await app.add(folder)).problems).toEqual([])
  expect(names(app)).toEqual(['sample:named'])
  rmSync(join(folder, 'inner'))
  symlinkSync(outside, join(folder, 'inner'))
  expect(names(app)).toEqual([])
  rmSync(join(folder, 'inner'))
  renameSync(join(folder, 'knowledge'), join(folder, 'inner'))
  expect(names(app)).toEqual(['sample:named'])
})

test.each([
  ['is no list', `skillPaths: 'skills2'`, 'skillPaths() must give a list of texts at once'],
  ['holds no texts', 'skillPaths: [7]', 'skillPaths() must give a list of texts at once'],
  ['throws', `get skillPaths() { throw new Error('not today') }`, 'skillPaths() failed: not today'],
  ['answers later and fails', `get skillPaths() { return Promise.reject(new Error('late')) }`, 'at once'],
  ['names too many', `agentTemplatePaths: Array(21).fill('.')`, 'names 21 folders; the first 20 count'],
])('G3: a hook that %s is told; the tools work', async (_what, hooks, said) => {
  const app = await pluginApp()
  const added = await app.add(pluginFolder({ 'index.mjs': main(hooks), 'skills/usual/SKILL.md': skill('usual') }))
  expect(added).toMatchObject({
    state: 'loaded',
    tools: [{ ok: true }],
    problems: [{ code: 'PLUGIN_HOOK', message: expect.stringContaining(said) }],
  })
  expect(names(app)).toEqual(['sample:usual'])
  expect((await app.call('sample:echo', {})).kind).toBe('result')
})

test('G3: a plugin may bring nothing but skills; one that brings nothing at all failed', async () => {
  const app = await pluginApp()
  const folder = pluginFolder({ 'index.mjs': main('', '[]'), 'skills/usual/SKILL.md': skill('usual') })
  expect(await app.add(folder)).toMatchObject({ state: 'loaded', error: null, tools: [] })
  const later = await app.restart()
  expect(view(later)?.state).toBe('loaded')
  expect(names(later)).toEqual(['sample:usual'])
  rmSync(join(folder, 'skills'), { recursive: true })
  expect(await later.service.reload('sample')).toMatchObject({
    state: 'failed',
    error: { message: 'The plugin brings no tool.' },
  })
})

test('G1: no plugin is called as what the operator keeps is', async () => {
  const app = await pluginApp()
  const review = await app.service.choose(pluginFolder({ 'plugin.json': { ...MANIFEST, slug: 'user' } }))
  expect(review.can_load).toBe(false)
})
