import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { type PluginApp, pluginApp } from './test/plugin-app.ts'
import { MANIFEST, pluginFolder } from './test/plugin-folder.ts'

const watch = { quietMs: 60, againMs: 60 }
const main = (body: string, extra = '') => `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
${extra}
const Say = defineTool({ name: 'say', description: '', describe: () => '', execute: async () => { ${body} } })
export default definePlugin({ tools: [Say] })
`
const saying = (text: string) => main(`return ToolResult.ok('${text}')`)
const view = (app: PluginApp) => app.service.list()[0]
const said = async (app: PluginApp) => {
  const outcome = await app.call('sample:say', {})
  return outcome.kind === 'result' ? outcome.result.content : outcome.kind
}
const loads = (app: PluginApp) =>
  app.service.log('sample').filter(({ text }) => text.startsWith('Loading Sample')).length
const eventually = <T>(look: () => T) => vi.waitFor(look, { timeout: 30_000, interval: 30 })

test('G10: a save is loaded without being asked, and a running call finishes on the old version', async () => {
  const app = await pluginApp({ watch })
  const slow = main(
    `while (!existsSync('go')) await new Promise(resolve => setTimeout(resolve, 20)); return ToolResult.ok('old')`,
    `import { existsSync } from 'node:fs'`,
  )
  const folder = pluginFolder({ 'index.mjs': slow })
  await app.add(folder)
  const running = said(app)
  writeFileSync(join(folder, 'index.mjs'), saying('new'))
  const done = () => app.service.log('sample').filter(({ text }) => text.includes('tools loaded in'))
  await eventually(() => expect(done()).toHaveLength(2))
  expect(await said(app)).toBe('new')
  writeFileSync(join(app.dataFolder, 'plugin-data/sample/go'), '') // the working folder of the old process
  expect(await running).toBe('old')
})

test('G10: a broken save is told with file, line and column while the old version serves; the next good one counts', async () => {
  const app = await pluginApp({ watch })
  const folder = pluginFolder({ 'index.mjs': saying('one') })
  await app.add(folder)
  writeFileSync(join(folder, 'index.mjs'), `${saying('two')}\nconst = 3\n`)
  await eventually(() => expect(view(app)?.error).not.toBeNull())
  expect(view(app)).toMatchObject({
    state: 'loaded',
    error: { code: 'PLUGIN_SYNTAX', message: expect.stringMatching(/index\.mjs:\d+.*goes on serving/s) },
  })
  expect(await said(app)).toBe('one')
  // Also a manifest that is no JSON, and then the very files that serve.
  writeFileSync(join(folder, 'plugin.json'), '{ "slug": ')
  await eventually(() => expect(view(app)?.error?.code).toBe('MANIFEST_JSON'))
  expect(await said(app)).toBe('one')
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify(MANIFEST))
  writeFileSync(join(folder, 'index.mjs'), saying('one'))
  await eventually(() => expect(view(app)).toMatchObject({ state: 'loaded', error: null }))
  writeFileSync(join(folder, 'index.mjs'), saying('three'))
  await eventually(async () => expect(await said(app)).toBe('three'))
})

test('G10: nothing is loaded while a write goes on', async () => {
  const app = await pluginApp({ watch: { ...watch, quietMs: 1_000 } })
  const folder = pluginFolder({ 'index.mjs': saying('one') })
  await app.add(folder)
  const text = saying('two')
  writeFileSync(join(folder, 'index.mjs'), '')
  for (let at = 0; at < text.length; at += 20) {
    appendFileSync(join(folder, 'index.mjs'), text.slice(at, at + 20))
    await sleep(40)
  }
  await eventually(async () => expect(await said(app)).toBe('two'))
  expect([loads(app), view(app)?.error]).toEqual([2, null])
})

test('G10: editors that put a new file in the place, and new folders, are followed', async () => {
  const app = await pluginApp({ watch })
  const folder = pluginFolder({ 'index.mjs': saying('one') })
  await app.add(folder)
  writeFileSync(join(folder, 'index.mjs.tmp'), saying('three'))
  renameSync(join(folder, 'index.mjs.tmp'), join(folder, 'index.mjs'))
  await eventually(async () => expect(await said(app)).toBe('three'))
  mkdirSync(join(folder, 'deep/er'), { recursive: true })
  writeFileSync(join(folder, 'deep/er/word.mjs'), `export const word = 'four'`)
  writeFileSync(
    join(folder, 'index.mjs'),
    main('return ToolResult.ok(word)', `import { word } from './deep/er/word.mjs'`),
  )
  await eventually(async () => expect(await said(app)).toBe('four'))
  writeFileSync(join(folder, 'deep/er/word.mjs'), `export const word = 'five'`)
  await eventually(async () => expect(await said(app)).toBe('five'))
})

test('G10: a folder that goes is missed, and taken up again when it is back', async () => {
  const app = await pluginApp({ watch })
  const folder = pluginFolder({ 'index.mjs': saying('one') })
  await app.add(folder)
  renameSync(folder, `${folder}-away`)
  await eventually(() => expect(view(app)?.state).toBe('missing'))
  renameSync(`${folder}-away`, folder)
  await eventually(() => expect(view(app)?.state).toBe('loaded'))
  expect(await said(app)).toBe('one')
  writeFileSync(join(folder, 'index.mjs'), saying('two'))
  await eventually(async () => expect(await said(app)).toBe('two'))
})

test('B032: a save that asks for more than was agreed to stops it; taken back, it runs again', async () => {
  const app = await pluginApp({ watch })
  const folder = pluginFolder({ 'index.mjs': saying('one') })
  await app.add(folder)
  const manifest = readFileSync(join(folder, 'plugin.json'), 'utf8')
  writeFileSync(
    join(folder, 'plugin.json'),
    JSON.stringify({ ...MANIFEST, permissions: { net: ['example.org'], fs: [], env: [] } }),
  )
  await eventually(() => expect(view(app)?.state).toBe('changed'))
  expect(app.registry.byName('sample:say')).toBeUndefined()
  writeFileSync(join(folder, 'plugin.json'), manifest)
  await eventually(() => expect(view(app)?.state).toBe('loaded'))
  expect(await said(app)).toBe('one')
})

test('G10: copies, plugins that are off and removed ones are left alone', async () => {
  const app = await pluginApp({ watch })
  const folder = pluginFolder({ 'index.mjs': saying('one') })
  const copy = pluginFolder({ 'plugin.json': { ...MANIFEST, slug: 'copied' }, 'index.mjs': saying('one') })
  await app.add(folder)
  await app.add(copy, { mode: 'copy' })
  await app.service.setEnabled('sample', false)
  writeFileSync(join(folder, 'index.mjs'), saying('two'))
  writeFileSync(join(copy, 'index.mjs'), saying('two'))
  await sleep(400)
  expect([loads(app), view(app)?.state]).toEqual([1, 'disabled'])
  expect((await app.call('copied:say', {})).kind).toBe('result')
  await app.service.setEnabled('sample', true)
  expect(await said(app)).toBe('two')
  await app.service.remove('sample', false)
  rmSync(join(folder, 'index.mjs'))
  await sleep(200)
  expect(app.service.list().map(({ slug }) => slug)).toEqual(['copied'])
})

test('G10: a folder that changes each time it was loaded, as by its plugin’s own doing, is not loaded for ever', async () => {
  const app = await pluginApp({ watch: { quietMs: 5, againMs: 60 } })
  const folder = pluginFolder({ 'index.mjs': saying('one') })
  await app.add(folder)
  const given = () => app.service.log('sample').some(({ text }) => text.includes('changes each time it was loaded'))
  await eventually(() => {
    writeFileSync(join(folder, 'state.json'), String(performance.now()))
    expect(given()).toBe(true)
  })
  // What was asked for before is done when this is.
  await app.service.setEnabled('sample', true)
  const before = loads(app)
  writeFileSync(join(folder, 'index.mjs'), saying('two'))
  await sleep(300)
  expect(loads(app)).toBe(before)
  await app.service.reload('sample')
  expect(await said(app)).toBe('two')
  writeFileSync(join(folder, 'index.mjs'), saying('three'))
  await eventually(async () => expect(await said(app)).toBe('three'))
})
