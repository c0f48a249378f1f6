import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { openMeteoServer } from '../../../plugins/weather/test/open-meteo-server.ts'
import { type PluginApp, pluginApp } from './test/plugin-app.ts'
import { ECHO, MANIFEST, pluginFolder, temporaryFolder } from './test/plugin-folder.ts'

const state = (app: PluginApp, slug: string) => app.service.list().find(plugin => plugin.slug === slug)
const names = (app: PluginApp) => app.registry.list().map(tool => tool.qualifiedName)
const tool = (name: string, more = '') =>
  `defineTool({ name: '${name}', description: '', describe: () => '', execute: async () => ToolResult.ok('${name}'), ${more} })`
const plugin = (...tools: string[]) =>
  `import { definePlugin, defineTool, ToolResult } from '@spora/sdk'\nexport default definePlugin({ tools: [${tools}] })`
const shipped = fileURLToPath(new URL('../../../plugins', import.meta.url))

describe('G4: adding', () => {
  test('a folder is reviewed, added, loaded in its own process, and its tool runs', async () => {
    const app = await pluginApp()
    const review = await app.service.choose(pluginFolder())
    expect(review).toMatchObject({
      slug: 'sample',
      name: 'Sample',
      version: '1.0.0',
      files: 2,
      can_load: true,
      conflict: null,
    })
    expect(review.checks.filter(check => check.status !== 'pass')).toEqual([])
    const view = await app.service.add({ candidate_id: review.candidate_id, digest: review.digest ?? '', mode: 'link' })
    expect(view).toMatchObject({ state: 'loaded', error: null, mode: 'link', path: review.path })
    expect(view.tools).toMatchObject([
      { class_name: 'EchoTool', qualified_name: 'sample:echo', ok: true, problems: [] },
    ])
    expect(await app.call('sample:echo', { text: 'hello' })).toEqual({
      kind: 'result',
      result: { success: true, content: 'hello', data: null },
    })
    expect(await app.registry.byName('sample:echo')?.runner.describe({ text: 'hi' })).toBe('Echo “hi”')
  })

  test('nothing of the plugin runs before it is added', async () => {
    const app = await pluginApp()
    const trace = join(temporaryFolder(), 'ran')
    await app.service.choose(
      pluginFolder({
        'index.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(trace)}, '')`,
      }),
    )
    expect(existsSync(trace)).toBe(false)
  })

  test('the review says what it asks for and what is held back', async () => {
    const app = await pluginApp()
    const permissions = { net: ['example.org'], env: ['SITE'], fs: ['/srv'] }
    const review = await app.service.choose(
      pluginFolder({ 'plugin.json': { ...MANIFEST, icon: 'thermo', author: 'Marta', permissions } }),
    )
    expect(review.permissions).toEqual([
      { kind: 'net', values: ['example.org'], enforced: false },
      { kind: 'fs', values: ['/srv'], enforced: true },
      { kind: 'env', values: ['SITE'], enforced: true },
    ])
    expect(review).toMatchObject({ author: 'Marta', icon: { kind: 'fallback' }, can_load: true })
    expect(review.checks).toContainEqual(expect.objectContaining({ code: 'ICON_UNKNOWN', status: 'warn' }))
  })

  test('copy: a snapshot in the data folder; the original may change or go', async () => {
    const app = await pluginApp()
    const folder = pluginFolder({ 'node_modules/x/cli.js': '1', 'node_modules/.bin/keep': '' })
    symlinkSync('../x/cli.js', join(folder, 'node_modules/.bin/x'))
    const view = await app.add(folder, { mode: 'copy' })
    expect(view).toMatchObject({ state: 'loaded', mode: 'copy', path: join(app.dataFolder, 'plugins/sample') })
    expect(readFileSync(join(view.path, 'node_modules/.bin/x'), 'utf8')).toBe('1')
    rmSync(folder, { recursive: true })
    expect((await app.service.reload('sample')).state).toBe('loaded')
    expect(readdirSync(join(app.dataFolder, 'plugins'))).toEqual(['sample'])
  })

  test('refused when the folder changed since the review, or when a check fails', async () => {
    const app = await pluginApp()
    const folder = pluginFolder()
    const review = await app.service.choose(folder)
    writeFileSync(join(folder, 'index.mjs'), `${ECHO}// more`)
    const request = { candidate_id: review.candidate_id, digest: review.digest ?? '', mode: 'link' as const }
    await expect(app.service.add(request)).rejects.toMatchObject({ code: 'PLUGIN_CHANGED' })
    writeFileSync(join(folder, 'plugin.json'), '{')
    const again = await app.service.review(review.candidate_id)
    expect(again).toMatchObject({ can_load: false, name: folder.split('/').at(-1) })
    await expect(app.service.add({ ...request, digest: again.digest ?? '' })).rejects.toMatchObject({
      code: 'PLUGIN_REFUSED',
      details: { checks: [{ code: 'MANIFEST_JSON' }] },
    })
    expect(app.service.list()).toEqual([])
  })

  test('B040: a folder picked through a link stands under its real path', async () => {
    const app = await pluginApp()
    const folder = pluginFolder()
    const link = join(temporaryFolder(), 'link')
    symlinkSync(folder, link)
    expect((await app.service.choose(link)).path).toBe(folder)
  })

  test('B055: a file, nothing, half a path: choose a folder', async () => {
    const app = await pluginApp()
    const zip = join(temporaryFolder(), 'plugin.zip')
    writeFileSync(zip, 'PK')
    await expect(app.service.choose(zip)).rejects.toMatchObject({
      code: 'PLUGIN_REFUSED',
      message: expect.stringContaining('Choose a folder'),
    })
    await expect(app.service.choose('/no/such/folder')).rejects.toMatchObject({ code: 'PLUGIN_GONE' })
    await expect(app.service.choose('plugins/weather')).rejects.toMatchObject({ code: 'PLUGIN_REFUSED' })
    await expect(app.service.review('made up')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the load report', () => {
  test('G4: good tools load, bad ones are listed with everything that is wrong', async () => {
    const app = await pluginApp()
    const code = plugin(
      tool('good'),
      tool('secret', "settings: [{ key: 'k', label: 'K', type: 'password', exposeToLlm: true }]"),
      tool('preset', "settings: [{ key: 'k', label: 'K', type: 'password', default: 'x' }]"),
      tool('Bad Name'),
      tool('twice', "className: 'TwiceA'"),
      tool('twice', "className: 'TwiceB'"),
      tool(
        'schema',
        "parameters: { p: { type: 'object', description: '', schema: { $ref: 'https://example.org/x.json' } } }",
      ),
    )
    const view = await app.add(pluginFolder({ 'index.mjs': code }))
    expect(view.state).toBe('loaded')
    expect(
      view.tools.map(({ name, ok, problems }) => [name, ok, problems.map(problem => problem.code).join()]),
    ).toEqual([
      ['good', true, ''],
      ['secret', false, expect.stringContaining('SETTING')], // B033
      ['preset', false, expect.stringContaining('SETTING')], // B034
      ['Bad Name', false, 'TOOL_NAME_INVALID'],
      ['twice', false, 'TOOL_NAME_DUPLICATE'], // B071
      ['twice', false, 'TOOL_NAME_DUPLICATE'],
      ['schema', false, expect.stringMatching(/^TOOL_SCHEMA_/)],
    ])
    expect(names(app)).toEqual(['sample:good'])
  })

  test('no good tool: listed as failed with its log, ready to be tried again', async () => {
    const app = await pluginApp()
    const folder = pluginFolder({ 'index.mjs': plugin(tool('Nope')) })
    expect(await app.add(folder)).toMatchObject({ state: 'failed', error: { code: 'PLUGIN_LOAD_FAILED' } })
    expect(app.service.log('sample').some(line => line.text.includes('TOOL_NAME_INVALID'))).toBe(true)
    writeFileSync(join(folder, 'index.mjs'), ECHO)
    expect(await app.service.reload('sample')).toMatchObject({ state: 'loaded', error: null })
    expect(names(app)).toEqual(['sample:echo'])
  })

  test('G3: a class with hooks, a ready instance, and a constructor that fails', async () => {
    const app = await pluginApp()
    const code = `
import { AbstractPlugin, AbstractTool, defineTool, ToolResult } from '@spora/sdk'
const steps = []
const Ready = ${tool('ready')}
class Broken extends (${tool('broken')}) { constructor() { super(); throw new Error('not today') } }
export default class extends AbstractPlugin {
  register() { steps.push('register') }
  boot() { steps.push('boot'); console.log(steps.join()) }
  tools() { steps.push('tools'); return [new Ready(), Broken] }
}`
    const view = await app.add(pluginFolder({ 'index.mjs': code }))
    expect(view.tools).toMatchObject([
      { name: 'ready', ok: true },
      {
        ok: false,
        problems: expect.arrayContaining([{ code: 'TOOL_CONSTRUCTOR', message: expect.stringContaining('not today') }]),
      },
    ])
    await expect.poll(() => app.service.log('sample').map(line => line.text)).toContain('register,tools,boot')
  })
})

describe('G6: one slug, one plugin', () => {
  test('a taken slug is shown, and replaced only when the operator says so', async () => {
    const app = await pluginApp()
    await app.add(pluginFolder({}), { mode: 'copy' })
    const other = pluginFolder({
      'plugin.json': { ...MANIFEST, version: '2.0.0' },
      'index.mjs': plugin(tool('second')),
    })
    const review = await app.service.choose(other)
    expect(review).toMatchObject({ can_load: true, conflict: { slug: 'sample', version: '1.0.0' } })
    expect(review.checks.find(check => check.code === 'SLUG_TAKEN')).toMatchObject({ status: 'warn' })
    await expect(app.add(other)).rejects.toMatchObject({ code: 'SLUG_TAKEN', details: { version: '1.0.0' } })
    expect(names(app)).toEqual(['sample:echo'])
    expect(await app.add(other, { replace: true })).toMatchObject({ version: '2.0.0', state: 'loaded', mode: 'link' })
    expect(names(app)).toEqual(['sample:second'])
    expect(existsSync(join(app.dataFolder, 'plugins/sample'))).toBe(false)
  })

  test('B031: the same folder by another path is one entry, with a note', async () => {
    const app = await pluginApp()
    const folder = pluginFolder()
    await app.add(folder)
    const link = join(temporaryFolder(), 'link')
    symlinkSync(folder, link)
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ ...MANIFEST, slug: 'renamed' }))
    const review = await app.service.choose(link)
    expect(review).toMatchObject({ slug: 'renamed', conflict: { slug: 'sample' } })
    expect(review.checks[0]).toMatchObject({ code: 'PLUGIN_SAME_FOLDER', status: 'warn' })
    await app.add(link, { replace: true })
    expect(app.service.list().map(each => each.slug)).toEqual(['renamed'])
  })
})

describe('the next start', () => {
  test('G8: tools are there at once, without a process; the first call starts it', async () => {
    const first = await pluginApp()
    await first.add(pluginFolder())
    const app = await first.restart()
    const log = () => app.service.log('sample').map(line => line.text)
    expect(names(app)).toEqual(['sample:echo'])
    expect(state(app, 'sample')).toMatchObject({ state: 'loaded', tools: [{ ok: true }] })
    await app.service.settled()
    expect(log()).toEqual([])
    expect(await app.call('sample:echo', { text: 'again' })).toMatchObject({ result: { content: 'again' } })
    expect(log()).toEqual([])
  })

  test('B036: one broken plugin among others: the others load', async () => {
    const first = await pluginApp()
    const broken = pluginFolder({ 'plugin.json': { ...MANIFEST, slug: 'broken' } })
    for (const folder of [pluginFolder(), broken, pluginFolder({ 'plugin.json': { ...MANIFEST, slug: 'other' } })])
      await first.add(folder)
    writeFileSync(join(broken, 'plugin.json'), '{')
    const app = await first.restart()
    await app.service.settled()
    expect(app.service.list().map(each => [each.slug, each.state])).toEqual([
      ['sample', 'loaded'],
      ['broken', 'failed'],
      ['other', 'loaded'],
    ])
    expect(state(app, 'broken')?.error).toMatchObject({
      code: 'MANIFEST_JSON',
      detail: expect.stringContaining('plugin.json:1:2'),
    })
    for (const slug of ['sample', 'other'])
      expect(await app.call(`${slug}:echo`, { text: slug })).toMatchObject({ result: { content: slug } })
  })

  test('B060: a folder that is gone: the app starts, the plugin says so, and comes back with it', async () => {
    const first = await pluginApp()
    const folder = pluginFolder()
    await first.add(folder)
    renameSync(folder, `${folder}-away`)
    const app = await first.restart()
    expect(state(app, 'sample')).toMatchObject({
      state: 'missing',
      error: { code: 'PLUGIN_GONE' },
      tools: [{ name: 'echo' }],
    })
    expect(names(app)).toEqual([])
    renameSync(`${folder}-away`, folder)
    expect(await app.service.reload('sample')).toMatchObject({ state: 'loaded', error: null })
  })

  test('B032: a copy whose files changed is suspended, also when that happens while the app runs', async () => {
    const first = await pluginApp()
    const { path } = await first.add(pluginFolder(), { mode: 'copy' })
    writeFileSync(join(path, 'index.mjs'), plugin(tool('evil')))
    const app = await first.restart()
    expect(await app.call('sample:echo', { text: 'x' })).toMatchObject({
      result: { success: false, content: expect.stringContaining('not those that were added') },
    })
    await app.service.settled()
    expect(state(app, 'sample')).toMatchObject({ state: 'changed', error: { code: 'PLUGIN_CHANGED' } })
    expect(names(app)).toEqual([])
  })

  test('B032: a linked plugin that asks for more than was agreed to is suspended; other changes are taken', async () => {
    const first = await pluginApp()
    const folder = pluginFolder()
    await first.add(folder)
    writeFileSync(join(folder, 'index.mjs'), plugin(tool('newer')))
    const second = await first.restart()
    await second.service.settled()
    expect(names(second)).toEqual(['sample:newer'])
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ ...MANIFEST, permissions: { net: ['example.org'] } }))
    expect(await second.service.reload('sample')).toMatchObject({
      state: 'changed',
      error: { message: expect.stringContaining('hosts example.org') },
    })
    expect(names(second)).toEqual([])
    expect(await second.add(folder, { replace: true })).toMatchObject({ state: 'loaded' })
  })

  test('what a sudden end left half copied is cleaned up', async () => {
    const app = await pluginApp()
    const leftover = join(app.dataFolder, 'plugins/.incoming-x')
    mkdirSync(leftover, { recursive: true })
    await app.restart()
    expect(existsSync(leftover)).toBe(false)
  })
})

describe('reload', () => {
  test('G10: a broken save keeps the last good version serving, and says where it is broken', async () => {
    const app = await pluginApp()
    const folder = pluginFolder()
    await app.add(folder)
    writeFileSync(join(folder, 'index.mjs'), 'export default {')
    const view = await app.service.reload('sample')
    expect(view).toMatchObject({
      state: 'loaded',
      error: { code: 'PLUGIN_SYNTAX', message: expect.stringMatching(/^index\.mjs:1: .*goes on serving/) },
    })
    expect(await app.call('sample:echo', { text: 'old' })).toMatchObject({ result: { content: 'old' } })
    writeFileSync(join(folder, 'index.mjs'), plugin(tool('newer')))
    expect(await app.service.reload('sample')).toMatchObject({ state: 'loaded', error: null })
    expect(names(app)).toEqual(['sample:newer'])
  })

  test('G10: a running call finishes on the old version', async () => {
    const app = await pluginApp()
    const slow = `defineTool({ name: 'slow', description: '', describe: () => '', async execute(args, a, t, context) { const { existsSync } = await import('node:fs'); context.progress(0, 'begun'); while (!existsSync('go')) await new Promise(resolve => setTimeout(resolve, 20)); return ToolResult.ok('old') } })`
    const folder = pluginFolder({ 'index.mjs': plugin(slow) })
    await app.add(folder)
    const begun = Promise.withResolvers<void>()
    const call = app.call('sample:slow', {}, { onProgress: () => begun.resolve() })
    await begun.promise
    writeFileSync(join(folder, 'index.mjs'), plugin(tool('slow')))
    await app.service.reload('sample')
    expect(await app.call('sample:slow', {})).toMatchObject({ result: { content: 'slow' } })
    writeFileSync(join(app.dataFolder, 'plugin-data/sample/go'), '') // the working folder of the old process
    expect(await call).toMatchObject({ result: { content: 'old' } })
  })

  test('M7: the fingerprint of a tool changes with its files', async () => {
    const app = await pluginApp()
    const folder = pluginFolder()
    await app.add(folder)
    const before = app.registry.byName('sample:echo')?.fingerprint
    writeFileSync(join(folder, 'index.mjs'), `${ECHO}// changed`)
    await app.service.reload('sample')
    expect(app.registry.byName('sample:echo')?.fingerprint).not.toBe(before)
  })
})

describe('G7: off and away', () => {
  test('off: nothing runs and nothing is offered, over a restart too; on again', async () => {
    const first = await pluginApp()
    await first.add(pluginFolder())
    expect(await first.service.setEnabled('sample', false)).toMatchObject({
      state: 'disabled',
      error: null,
      tools: [{ name: 'echo' }],
    })
    const app = await first.restart()
    await app.service.settled()
    expect(names(app)).toEqual([])
    await expect(app.service.reload('sample')).rejects.toMatchObject({ code: 'INVALID_STATE' })
    expect(await app.service.setEnabled('sample', true)).toMatchObject({ state: 'loaded' })
    expect(names(app)).toEqual(['sample:echo'])
  })

  function use(app: PluginApp) {
    const { sqlite } = app.database
    sqlite.exec(`
      INSERT INTO agents (id, principal_id, name, description, system_prompt, max_steps, allow_followup, retry_after_minutes, max_retries, archived, created_at, updated_at)
        VALUES (1, 1, 'Ada', '', '', 10, 1, 5, 3, 0, '', '');
      INSERT INTO agent_tools VALUES (1, 'sample/EchoTool', 'sample:echo', '');
      INSERT INTO agent_tools VALUES (1, 'samples/EchoTool', 'samples:echo', '');
      INSERT INTO tool_configurations (tool_class, tool_name, settings, revision, updated_at) VALUES ('sample/EchoTool', 'echo', '{}', 1, '');
      INSERT INTO agent_tool_overrides (agent_id, tool_class, settings, revision, updated_at) VALUES (1, 'sample/EchoTool', '{}', 1, '');`)
    return () => sqlite.prepare("SELECT count(*) FROM agent_tools WHERE tool_class LIKE 'sample%'").pluck().get()
  }

  test('removing says who uses it; its data stays when wanted', async () => {
    const app = await pluginApp()
    const folder = pluginFolder()
    await app.add(folder)
    const rows = use(app)
    expect(app.service.usage('sample')).toEqual({ agents: [{ id: 1, name: 'Ada' }], settings: 2 })
    await app.call('sample:echo', { text: 'x' })
    expect(await app.service.remove('sample', true)).toEqual({ removed: true })
    expect([app.service.list(), names(app), rows()]).toEqual([[], [], 2])
    expect(existsSync(folder)).toBe(true)
    expect(existsSync(join(app.dataFolder, 'plugin-data/sample'))).toBe(true)
  })

  test('removing with its data takes settings, enablement and files along, and nobody else’s', async () => {
    const app = await pluginApp()
    const { path } = await app.add(pluginFolder(), { mode: 'copy' })
    const rows = use(app)
    await app.service.remove('sample', false)
    expect(rows()).toBe(1) // samples/EchoTool
    expect([existsSync(path), existsSync(join(app.dataFolder, 'plugin-data/sample'))]).toEqual([false, false])
    await expect(app.service.remove('sample', false)).rejects.toMatchObject({ code: 'PLUGIN_NOT_FOUND' })
  })
})

describe('shipped plugins', () => {
  test('are found and loaded at the first start, and there at once at the next', async () => {
    const first = await pluginApp({ shippedFolder: shipped })
    await first.service.settled()
    expect(first.service.list()).toMatchObject([
      { slug: 'acme-search', mode: 'shipped', state: 'loaded', tools: [{ qualified_name: 'acme-search:web_search' }] },
      {
        slug: 'weather',
        mode: 'shipped',
        state: 'loaded',
        tools: [{ qualified_name: 'weather:weather', operations: 4 }],
      },
    ])
    const app = await first.restart()
    expect(names(app)).toEqual(['acme-search:web_search', 'weather:weather'])
    await expect(app.service.remove('weather', false)).rejects.toMatchObject({ code: 'INVALID_STATE' })
  })

  test('G5: have nothing to warn of', async () => {
    const app = await pluginApp()
    for (const name of ['weather', 'acme-search']) {
      const { checks } = await app.service.choose(join(shipped, name))
      expect(checks.filter(check => check.status !== 'pass')).toEqual([])
    }
  })

  test('G9: weather reaches the server an operator named', async () => {
    const server = await openMeteoServer()
    const app = await pluginApp({ shippedFolder: shipped })
    await app.service.settled()
    const settings = { units: 'metric', base_url: server.url, geocoding_url: server.url }
    expect(await app.call('weather:weather', { action: 'current', location: 'Lisbon' }, { settings })).toMatchObject({
      result: { success: true, content: expect.stringContaining('24.4 °C') },
    })
    expect(
      await app.call('weather:weather', { location: 'Lisbon', days: 1 }, { settings, operation: 'forecast' }),
    ).toMatchObject({ result: { success: true, content: expect.stringContaining('light rain') } })
    await server.close()
  })

  test('G9: a plugin reaches no host that nobody allowed, by context.fetch or by the global one', async () => {
    const server = await openMeteoServer()
    const app = await pluginApp()
    const body =
      'const { url } = args; const tried = get => get(url).then(response => response.status, error => error.code); return ToolResult.ok("", [await tried(context.fetch), await tried(fetch)])'
    const tools = `defineTool({ name: 'get', description: '', describe: () => '', parameters: { url: { type: 'string', description: '' } }, settings: [{ key: 'base', label: 'Base', type: 'url' }], async execute(args, agentId, taskId, context) { ${body} } })`
    await app.add(pluginFolder({ 'index.mjs': plugin(tools) }))
    const url = `${server.url}/v1/search?name=x`
    expect(await app.call('sample:get', { url })).toMatchObject({
      result: { data: ['URL_NOT_ALLOWED', 'URL_NOT_ALLOWED'] },
    })
    expect(server.requests).toEqual([])
    expect(await app.call('sample:get', { url }, { settings: { base: server.url } })).toMatchObject({
      result: { data: [200, 200] },
    })
    const log = app.service.log('sample').map(line => line.text)
    expect(log).toContain(`Was refused ${new URL(server.url).host}`)
    expect(log).toContain(`Asked ${new URL(server.url).host}`)
    await server.close()
  })

  test('an operator’s own plugin may stand in the place of a shipped one; removing it brings that back', async () => {
    const mine = temporaryFolder()
    cpSync(join(shipped, 'weather'), mine, { recursive: true })
    const first = await pluginApp({ shippedFolder: shipped })
    await first.service.settled()
    await expect(first.add(mine)).rejects.toMatchObject({ code: 'SLUG_TAKEN' })
    expect(await first.add(mine, { replace: true })).toMatchObject({ mode: 'link', path: mine, state: 'loaded' })
    const app = await first.restart()
    await app.service.settled()
    expect(app.service.list().filter(each => each.slug === 'weather')).toMatchObject([{ mode: 'link' }])
    await app.service.remove('weather', true)
    expect(state(app, 'weather')).toMatchObject({ mode: 'shipped', state: 'loaded' })
  })

  test('B001: a folder that is no plugin is listed with what is wrong, and hides nobody', async () => {
    const folder = temporaryFolder()
    pluginFolder({}, join(folder, 'good'))
    mkdirSync(join(folder, 'empty'))
    mkdirSync(join(folder, 'broken'))
    writeFileSync(join(folder, 'broken/plugin.json'), '{"slug":"x",}')
    const app = await pluginApp({ shippedFolder: folder })
    await app.service.settled()
    expect(app.service.list().map(({ slug, state, error }) => [slug, state, error?.code])).toEqual([
      ['sample', 'loaded', undefined],
      ['broken', 'failed', 'MANIFEST_JSON'],
      ['empty', 'failed', 'MANIFEST_MISSING'],
    ])
    expect(await app.service.reload('empty')).toMatchObject({ state: 'failed' })
    pluginFolder({ 'plugin.json': { ...MANIFEST, slug: 'filled' } }, join(folder, 'empty'))
    expect(await app.service.reload('empty')).toMatchObject({ slug: 'filled', state: 'loaded' })
  })
})

// K2: a program was started through a shell, and a path with a blank or an & became two commands.
test.each(['a & b; c | d', '%PATH% $(x) `y` (z)', "it's “here”", 'ünï cødé #?'])(
  'K2: a plugin in a folder named %s is started like any other, linked and copied',
  async name => {
    if (process.platform === 'win32' && /[|"?]/.test(name)) return
    for (const mode of ['link', 'copy'] as const) {
      const app = await pluginApp()
      const folder = join(temporaryFolder(), name)
      pluginFolder({}, folder)
      const { candidate_id, digest } = await app.service.choose(folder)
      expect(await app.service.add({ candidate_id, digest: digest ?? '', mode })).toMatchObject({ state: 'loaded' })
      expect(await app.call('sample:echo', { text: 'hi' })).toMatchObject({ result: { content: 'hi' } })
    }
  },
)

test('K2: nothing of the app starts a program through a shell', () => {
  const sources = readdirSync(fileURLToPath(new URL('../..', import.meta.url)), { recursive: true, encoding: 'utf8' })
  const code = sources.filter(name => /\.(ts|tsx|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name))
  const shells = code.filter(name =>
    /shell:\s*true|\bexecSync\(|child_process.*\bexec\b/.test(
      readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), 'utf8'),
    ),
  )
  expect(code.length).toBeGreaterThan(500)
  expect(shells).toEqual([])
})
