import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { EventBus } from '../events/event-bus.ts'
import { forkNodeHost } from './fork-node.ts'
import type { PluginServiceOptions } from './plugin-service.ts'
import { builtHost } from './test/built-host.ts'
import { pluginApp } from './test/plugin-app.ts'
import { MANIFEST, pluginFolder, temporaryFolder } from './test/plugin-folder.ts'

/** Folders are followed too late to matter: what a process finds on disk is all there is. */
const UNWATCHED: Partial<PluginServiceOptions> = { watch: { quietMs: 1_000_000, againMs: 1_000_000 } }
const QUICK: Partial<PluginServiceOptions> = {
  ...UNWATCHED,
  deadlines: { loadMs: 2_000, graceMs: 200, describeMs: 100, shutdownMs: 300, restartMs: [0] },
}
const eventually = <T>(look: () => T) => vi.waitFor(look, { timeout: 20_000, interval: 30 })

const main = (execute: string, top = '', describe = '""') => `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
${top}
export default definePlugin({ tools: [defineTool({
  name: 'say', description: '', describe: () => ${describe}, parameters: { how: { type: 'string', description: '', required: false } },
  settings: [{ key: 'api_key', label: 'Key', type: 'password' }],
  async execute({ how }, agentId, taskId, context) { ${execute} },
})] })`
const saying = (text: string, top = '') => main(`return ToolResult.ok(${JSON.stringify(text)})`, top)

describe('R2: a process that lies about its tools', () => {
  const described = (tools: string) => `
import { writeSync } from 'node:fs'
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
const tool = name => defineTool({ name, description: '', describe: () => '', execute: () => ToolResult.ok('') })
const frame = value => { const body = Buffer.from(JSON.stringify(value)); const head = Buffer.alloc(4); head.writeUInt32BE(body.length); writeSync(1, Buffer.concat([head, body])) }
const entry = (name, className, metadata = {}) => ({ className, name, displayName: null, icon: null, operations: 1, problems: [],
  metadata: { className, tool: { name, description: '', displayName: null, category: 'general', icon: null }, operations: [], parameters: [], settings: [], ...metadata } })
const folders = { skillPaths: { paths: [], problem: null }, agentTemplatePaths: { paths: [], problem: null } }
export default definePlugin({ tools: [tool('one')], skillPaths: [], boot() { for (const id of [2, 3]) setTimeout(() => {}, 0) },
  get agentTemplatePaths() { frame({ type: 'result', id: 2, result: { tools: ${tools}, folders } }); return [] } })`

  test.each([
    ['two of one name', '[entry("one", "One"), entry("one", "Two")]'],
    ['two of one class', '[entry("one", "One"), entry("two", "One")]'],
    ['more than fits', '[entry("one", "One"), { ...entry("two", "Two"), displayName: "x".repeat(20_000) }]'],
    [
      'a setting whose options are a number',
      '[entry("one", "One", { settings: [{ key: "k", label: "K", type: "select", options: 5 }] })]',
    ],
    [
      'a parameter that counts in words',
      '[entry("one", "One", { parameters: [{ name: "p", type: "number", description: "", minimum: "few", enum: 7 }] })]',
    ],
    [
      'an operation that never ends',
      '[entry("one", "One", { operations: [{ name: "o", description: "", enabledByDefault: true, requiresApprovalByDefault: true, discriminatorKey: "__proto__", effect: "none", idempotent: true, timeoutMs: 1e300 }] })]',
    ],
  ])('%s: is told, and the app starts with it', async (_, tools) => {
    const app = await pluginApp(QUICK)
    await app.add(pluginFolder({ 'plugin.json': { ...MANIFEST, slug: 'healthy', name: 'Healthy' } }))
    const view = await app.add(pluginFolder({ 'index.mjs': described(tools) }))
    expect(view.state).toBe('failed')
    expect(app.registry.list().map(tool => tool.qualifiedName)).toEqual(['healthy:echo'])
    const again = await app.restart()
    await again.service.settled()
    expect(again.registry.list().map(tool => tool.qualifiedName)).toEqual(['healthy:echo'])
  })

  test('what an earlier start stored and nothing can use any more hides nobody', async () => {
    const app = await pluginApp(QUICK)
    await app.add(pluginFolder({ 'plugin.json': { ...MANIFEST, slug: 'healthy', name: 'Healthy' } }))
    await app.add(pluginFolder())
    const { tools } = app.database.sqlite.prepare("SELECT tools FROM plugins WHERE slug = 'sample'").get() as {
      tools: string
    }
    const [tool] = JSON.parse(tools)
    app.database.sqlite
      .prepare("UPDATE plugins SET tools = ? WHERE slug = 'sample'")
      .run(JSON.stringify([tool, tool, { ...tool, metadata: {} }, 7]))
    const again = await app.restart()
    await again.service.settled()
    expect(again.service.list().map(({ slug, state }) => [slug, state])).toEqual([
      ['healthy', 'loaded'],
      ['sample', 'loaded'],
    ])
    expect(await again.call('sample:echo', { text: 'hi' })).toMatchObject({ result: { content: 'hi' } })
  })
})

test('R2: a description that never comes holds nothing back: not a call, not a change of plugins', async () => {
  const app = await pluginApp({ ...QUICK, quotas: { callsInFlight: 2 } })
  await app.add(pluginFolder({ 'index.mjs': main('return ToolResult.ok("done")', '', 'new Promise(() => {})') }))
  const tool = app.registry.byName('sample:say')
  for (let i = 0; i < 4; i++) await expect(tool?.runner.describe({})).rejects.toThrow('within 0.1 s')
  expect(await app.call('sample:say', {})).toMatchObject({ result: { success: true, content: 'done' } })
  await app.service.reload('sample')
  // The process that was replaced is gone: nothing waits in it.
  await eventually(() => expect(app.service.log('sample').some(({ text }) => text.includes('PLUGIN_'))).toBe(false))
})

describe('M7, R3: what runs is what was looked at', () => {
  test.each(['index.mjs', 'node_modules/dependency/index.mjs'])(
    'a linked plugin does not start from other files than those its tools were told from: %s',
    async changed => {
      const folder = pluginFolder({
        'index.mjs': main('return ToolResult.ok(text)', "import { text } from './node_modules/dependency/index.mjs'"),
        'node_modules/dependency/index.mjs': 'export const text = "old"',
      })
      const app = await (
        await (async () => {
          const first = await pluginApp(UNWATCHED)
          await first.add(folder)
          return first
        })()
      ).restart()
      await app.service.settled()
      const before = app.registry.byName('sample:say')?.fingerprint
      writeFileSync(join(folder, changed), changed === 'index.mjs' ? saying('new') : 'export const text = "new"')
      const outcome = await app.call('sample:say', {})
      expect(outcome).toMatchObject({
        kind: 'result',
        result: { success: false, content: expect.stringContaining('changed') },
      })
      // It is looked at, and its tools are others from then on.
      await eventually(() => expect(app.registry.byName('sample:say')?.fingerprint).not.toBe(before))
      expect(await app.call('sample:say', {})).toMatchObject({ result: { content: 'new' } })
    },
  )

  test('B032: a copy that is not what was added says so on its page as soon as a call finds it out', async () => {
    const app = await (
      await (async () => {
        const first = await pluginApp(UNWATCHED)
        await first.add(pluginFolder({ 'index.mjs': saying('old') }), { mode: 'copy' })
        return first
      })()
    ).restart()
    await app.service.settled()
    writeFileSync(join(app.dataFolder, 'plugins/sample/index.mjs'), saying('new'))
    expect(await app.call('sample:say', {})).toMatchObject({ result: { success: false } })
    await eventually(() =>
      expect(app.service.list()[0]).toMatchObject({ state: 'changed', error: { code: 'PLUGIN_CHANGED' } }),
    )
    expect(app.registry.list()).toEqual([])
  })

  test('turned off, changed to ask for more, turned on: nothing of it runs', async () => {
    const app = await pluginApp(UNWATCHED)
    const folder = pluginFolder({ 'index.mjs': saying('old') })
    await app.add(folder)
    await app.service.setEnabled('sample', false)
    writeFileSync(
      join(folder, 'index.mjs'),
      saying('new', "import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')"),
    )
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ ...MANIFEST, permissions: { net: ['example.org'] } }))
    expect(await app.service.setEnabled('sample', true)).toMatchObject({ state: 'changed' })
    expect(existsSync(join(app.dataFolder, 'plugin-data/sample/ran'))).toBe(false)
  })

  test.each([
    "import './node_modules/@spora/sdk/evil.mjs'",
    "import '@spora/sdk/evil.mjs'",
    "import './link/evil.mjs'",
    "await import('./node_modules/@spora/sdk/evil.mjs')",
    "import { createRequire } from 'node:module'\ncreateRequire(import.meta.url)('./node_modules/@spora/sdk/evil.mjs')",
  ])('G12: the folder that no check looks into is never used: %s', async top => {
    const folder = pluginFolder({
      'index.mjs': saying('ran', top),
      'node_modules/@spora/sdk/evil.mjs': 'globalThis.evil = true',
      'node_modules/@spora/sdk/package.json': { name: '@spora/sdk', version: '1.0.0' },
    })
    symlinkSync('node_modules/@spora/sdk', join(folder, 'link'))
    const app = await pluginApp(UNWATCHED)
    const view = await app.add(folder)
    expect(view).toMatchObject({
      state: 'failed',
      error: { message: expect.stringContaining('node_modules/@spora/sdk') },
    })
  })

  test('G12: nor when it is a link to another place', async () => {
    const elsewhere = temporaryFolder()
    writeFileSync(join(elsewhere, 'evil.mjs'), 'globalThis.evil = true')
    const folder = pluginFolder({ 'index.mjs': saying('ran', "import './node_modules/@spora/sdk/evil.mjs'") })
    mkdirSync(join(folder, 'node_modules/@spora'), { recursive: true })
    symlinkSync(elsewhere, join(folder, 'node_modules/@spora/sdk'))
    const app = await pluginApp(UNWATCHED)
    expect(await app.add(folder)).toMatchObject({ state: 'failed', error: { code: 'PLUGIN_SDK_COPY' } })
  })
})

describe('G10: what serves, and what is said of it', () => {
  test('U: a long reason hides not what goes on', async () => {
    const app = await pluginApp(UNWATCHED)
    const folder = pluginFolder({ 'index.mjs': saying('old') })
    await app.add(folder)
    writeFileSync(join(folder, 'index.mjs'), "throw new Error('why '.repeat(1000))")
    const { state, error } = await app.service.reload('sample')
    expect(state).toBe('loaded')
    expect(error?.message).toMatch(/^Its code threw.*goes on serving\.$/)
    expect(error?.message.length).toBeLessThanOrEqual(500)
  })

  test('a folder that goes and comes back broken serves nothing, and says so', async () => {
    const app = await pluginApp(UNWATCHED)
    const folder = pluginFolder({ 'index.mjs': saying('old') })
    await app.add(folder)
    renameSync(folder, `${folder}-away`)
    expect(await app.service.reload('sample')).toMatchObject({ state: 'missing' })
    renameSync(`${folder}-away`, folder)
    writeFileSync(join(folder, 'index.mjs'), 'const = 3')
    const view = await app.service.reload('sample')
    expect(view).toMatchObject({ state: 'failed', error: { code: 'PLUGIN_SYNTAX' } })
    expect(view.error?.message).not.toContain('goes on serving')
    writeFileSync(join(folder, 'plugin.json'), '{')
    expect((await app.service.reload('sample')).error?.message).not.toContain('goes on serving')
    expect(app.registry.list()).toEqual([])
  })

  test('what never loaded is not taken for loaded by the next start', async () => {
    const app = await pluginApp(UNWATCHED)
    const folder = pluginFolder({ 'index.mjs': saying('old') })
    await app.add(folder)
    writeFileSync(join(folder, 'index.mjs'), 'throw new Error("broken")')
    await app.service.reload('sample')
    await app.service.setEnabled('sample', false)
    expect(await app.service.setEnabled('sample', true)).toMatchObject({ state: 'failed' })
    const again = await app.restart()
    await again.service.settled()
    expect(again.service.list()[0]).toMatchObject({ state: 'failed', error: { code: 'PLUGIN_THREW' } })
    expect(again.registry.list()).toEqual([])
  })

  test('a call that runs since the start holds no change of plugins up', async () => {
    const waits = (until: string) =>
      `while (!existsSync('${until}')) await new Promise(resolve => setTimeout(resolve, 20))`
    const top = "import { existsSync, writeFileSync } from 'node:fs'"
    const first = await pluginApp(UNWATCHED)
    const before = pluginFolder({ 'plugin.json': { ...MANIFEST, slug: 'before' } })
    await first.add(before)
    await first.add(
      pluginFolder({
        'index.mjs': main(`writeFileSync('begun', ''); ${waits('go')}; return ToolResult.ok('done')`, top),
      }),
    )
    writeFileSync(join(before, 'index.mjs'), saying('', `${top}\n${waits('go')}`)) // the start looks at it until then
    const app = await first.restart()
    const data = join(app.dataFolder, 'plugin-data')
    const running = app.call('sample:say', {}, { timeoutMs: 30_000 })
    await eventually(() => expect(existsSync(join(data, 'sample/begun'))).toBe(true))
    writeFileSync(join(data, 'before/go'), '')
    await app.service.settled()
    await app.add(pluginFolder({ 'plugin.json': { ...MANIFEST, slug: 'other' } }))
    writeFileSync(join(data, 'sample/go'), '')
    expect(await running).toMatchObject({ result: { content: 'done' } })
  })

  test('K4: whoever still holds a tool of a plugin that is off starts nothing', async () => {
    const app = await pluginApp(UNWATCHED)
    await app.add(
      pluginFolder({
        'index.mjs': saying('old', "import { writeFileSync } from 'node:fs'\nwriteFileSync('ran-' + process.pid, '')"),
      }),
    )
    const held = app.registry.byName('sample:say')
    await app.service.setEnabled('sample', false)
    const before = readdirSync(join(app.dataFolder, 'plugin-data/sample'))
    await expect(held?.runner.describe({})).rejects.toThrow('stopped')
    expect(readdirSync(join(app.dataFolder, 'plugin-data/sample'))).toEqual(before)
  })

  test('a folder that was not followed any more is followed again when it is added anew', async () => {
    const writes = saying(
      'one',
      "import { appendFileSync } from 'node:fs'\nimport { join } from 'node:path'\nimport { fileURLToPath } from 'node:url'",
    )
    const folder = pluginFolder({ 'index.mjs': writes })
    const app = await pluginApp({ watch: { quietMs: 40, againMs: 40 } })
    await app.add(folder)
    const timer = setInterval(() => writeFileSync(join(folder, 'data.txt'), String(performance.now())), 150)
    try {
      await vi.waitFor(
        () => expect(app.service.log('sample').some(({ text }) => text.includes('changes each time'))).toBe(true),
        { timeout: 40_000, interval: 50 },
      )
    } finally {
      clearInterval(timer)
    }
    await app.service.remove('sample', true)
    await app.add(folder)
    writeFileSync(join(folder, 'index.mjs'), saying('two'))
    await eventually(async () => expect(await app.call('sample:say', {})).toMatchObject({ result: { content: 'two' } }))
  })
})

test('R4: what a plugin says when it dies or fails to load shows none of its keys', async () => {
  const app = await pluginApp(UNWATCHED)
  const folder = pluginFolder({
    'index.mjs': main(
      "writeFileSync('key', context.settings.api_key); Promise.reject(new Error('refused: ' + context.settings.api_key)); await new Promise(() => {})",
      "import { existsSync, readFileSync, writeFileSync } from 'node:fs'\nif (existsSync('key')) throw new Error('told:\\n' + readFileSync('key', 'utf8') + '\\u202e')",
    ),
  })
  await app.add(folder)
  for (let i = 0; i < 2; i++) await app.call('sample:say', {}, { settings: { api_key: 'sk-12345678' } })
  const view = await app.service.reload('sample')
  expect(view.state).toBe('failed')
  expect(view.error?.message).toContain('[secret]')
  expect(view.error?.detail).toMatch(/Error: told:\n.*\[secret\]/)
  const everything = JSON.stringify([view, app.service.log('sample')])
  expect(everything).not.toContain('sk-12345678')
  expect(everything).not.toContain('\u202e')
  // A stack is read line by line.
  expect(app.service.log('sample').some(({ text }) => /^\s+at .*index\.mjs/.test(text))).toBe(true)
  expect(app.service.log('sample').some(({ text }) => text.includes('\\u{A}'))).toBe(false)
})

test('T: a call is stopped although its plugin is only being started', async () => {
  const app = await pluginApp({ ...UNWATCHED, deadlines: { loadMs: 60_000, restartMs: [60_000] } })
  await app.add(pluginFolder({ 'index.mjs': main('process.exit(1)') }))
  expect(await app.call('sample:say', {})).toMatchObject({ kind: 'lost' })
  const stop = new AbortController()
  const waiting = app.call('sample:say', {}, { signal: stop.signal })
  stop.abort(new Error('The task was aborted.'))
  expect(await waiting).toEqual({
    kind: 'result',
    result: expect.objectContaining({ success: false, content: expect.stringContaining('stopped before it began') }),
  })
  // Nor does the end of the app wait for it.
  await app.service.stop()
}, 20_000)

describe('nothing is lost', () => {
  test.each([
    ['before the new copy stood', null, 'kept'],
    ['before it was stored', 'new', 'kept'],
    ['before the old one was deleted', 'kept', 'kept'],
  ])('a copy whose replacement was cut short by a sudden end stands again: %s', async (_, inPlace, content) => {
    const app = await pluginApp(UNWATCHED)
    await app.add(pluginFolder({ 'index.mjs': saying('kept') }), { mode: 'copy' })
    const copies = join(app.dataFolder, 'plugins')
    const uuid = '0b5c2a50-8d83-4c39-9f0e-1d7a3c1d2e3f'
    renameSync(join(copies, 'sample'), join(copies, `.outgoing-sample-${uuid}`))
    if (inPlace !== null) pluginFolder({ 'index.mjs': saying(inPlace) }, join(copies, 'sample'))
    if (inPlace === 'kept') writeFileSync(join(copies, `.outgoing-sample-${uuid}/index.mjs`), saying('older'))
    mkdirSync(join(copies, `.incoming-${uuid}`))
    const again = await app.restart()
    await again.service.settled()
    expect(await again.call('sample:say', {})).toMatchObject({ result: { content } })
    expect(readdirSync(copies)).toEqual(['sample'])
  })

  test.each(['link', 'copy'] as const)('R14: what cannot be stored changes nothing: %s', async mode => {
    const app = await pluginApp(UNWATCHED)
    await app.add(pluginFolder({ 'index.mjs': saying('old') }), { mode })
    const { sqlite } = app.database
    sqlite.exec("CREATE TRIGGER full_insert BEFORE INSERT ON plugins BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    sqlite.exec("CREATE TRIGGER full_update BEFORE UPDATE ON plugins BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    sqlite.exec("CREATE TRIGGER full_delete BEFORE DELETE ON plugins BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    await expect(app.add(pluginFolder({ 'index.mjs': saying('new') }), { mode, replace: true })).rejects.toThrow()
    await expect(app.service.remove('sample', false)).rejects.toThrow()
    expect(app.service.list()).toMatchObject([{ slug: 'sample', state: 'loaded' }])
    expect(await app.call('sample:say', {})).toMatchObject({ result: { content: 'old' } })
    for (const name of ['full_insert', 'full_update', 'full_delete']) sqlite.exec(`DROP TRIGGER ${name}`)
    const again = await app.restart()
    await again.service.settled()
    expect(await again.call('sample:say', {})).toMatchObject({ result: { content: 'old' } })
  })

  test('a plugin that came with an earlier version of the app, and does not any more, can be removed', async () => {
    const shippedFolder = temporaryFolder()
    pluginFolder({}, join(shippedFolder, 'sample'))
    const app = await pluginApp({ ...UNWATCHED, shippedFolder })
    await app.service.settled()
    await expect(app.service.remove('sample', true)).rejects.toThrow('comes with the app')
    rmSync(join(shippedFolder, 'sample'), { recursive: true })
    const again = await app.restart()
    await again.service.settled()
    expect(again.service.list()).toMatchObject([{ slug: 'sample', state: 'missing' }])
    await again.service.remove('sample', true)
    expect(again.service.list()).toEqual([])
  })
})

describe('R2: settings are taken over only as the review said', () => {
  test.each(['core', 'user', 'core/Calculator', 'spora'])('never those of the app: %s', async formerly => {
    const app = await pluginApp(UNWATCHED)
    const review = await app.service.choose(pluginFolder({ 'plugin.json': { ...MANIFEST, formerly: [formerly] } }))
    expect(review.can_load).toBe(false)
    expect(review.checks[0]).toMatchObject({
      status: 'fail',
      code: 'SLUG_INVALID',
      file: 'plugin.json',
      line: expect.any(Number),
    })
  })

  test('a linked plugin that names another predecessor later is suspended', async () => {
    const app = await pluginApp(UNWATCHED)
    const folder = pluginFolder({ 'plugin.json': { ...MANIFEST, formerly: ['older'] } })
    await app.add(folder)
    app.database.sqlite
      .prepare(
        "INSERT INTO agent_tools (agent_id, tool_class, tool_name, created_at) SELECT id, 'victim/EchoTool', 'echo', '2026-01-01' FROM agents LIMIT 1",
      )
      .run()
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ ...MANIFEST, formerly: ['older', 'victim'] }))
    expect(await app.service.reload('sample')).toMatchObject({
      state: 'changed',
      error: { code: 'PLUGIN_CHANGED', message: expect.stringContaining('victim') },
    })
    // Classes of its own it may rename at any time.
    writeFileSync(join(folder, 'plugin.json'), JSON.stringify({ ...MANIFEST, formerly: ['older', 'sample/OldTool'] }))
    expect(await app.service.reload('sample')).toMatchObject({ state: 'loaded', error: null })
  })
})

test.each([
  ["JSON.parse('{')", 'PLUGIN_THREW'],
  ["new Function('{')", 'PLUGIN_THREW'],
  ["throw new SyntaxError('mine')", 'PLUGIN_THREW'],
  ["await import('./broken.mjs')", 'PLUGIN_SYNTAX'],
  ["import './broken.mjs'", 'PLUGIN_SYNTAX'],
  ["import { missing } from './fine.mjs'", 'PLUGIN_SYNTAX'],
  ["import { createRequire } from 'node:module'\ncreateRequire(import.meta.url)('./broken.cjs')", 'PLUGIN_SYNTAX'],
])('G10: what cannot be read is told where it stands, and as what it is: %s', async (top, code) => {
  const app = await pluginApp(UNWATCHED)
  const view = await app.add(
    pluginFolder({
      'index.mjs': saying('', top),
      'broken.mjs': 'export const a = 1\nconst = 3',
      'broken.cjs': 'const = 3',
      'fine.mjs': 'export const a = 1',
    }),
  )
  expect(view.error?.code).toBe(code)
  expect(`${view.error?.message}\n${view.error?.detail}`).toMatch(/(index|broken)\.[mc]js:\d+/)
})

describe('G5: one careless tool is told exactly, and the others load', () => {
  const good = `defineTool({ name: 'good', description: '', describe: () => '', execute: () => ToolResult.ok('') })`
  test.each([
    [
      'a name that is a number',
      "defineTool({ name: 5, description: '', describe: () => '', execute: () => ToolResult.ok('') })",
    ],
    [
      'a display name that is a list',
      "defineTool({ name: 'bad', displayName: ['x'], description: '', describe: () => '', execute: () => ToolResult.ok('') })",
    ],
    [
      'an icon that is an object',
      "defineTool({ name: 'bad', icon: { svg: 1 }, description: '', describe: () => '', execute: () => ToolResult.ok('') })",
    ],
    [
      'a name without end',
      "defineTool({ name: 'b'.repeat(5_000), description: '', describe: () => '', execute: () => ToolResult.ok('') })",
    ],
    [
      '150 operations',
      "defineTool({ name: 'bad', description: '', operations: Object.fromEntries(Array.from({ length: 150 }, (_, i) => ['o' + i, { describe: () => '', execute: () => ToolResult.ok('') }])) })",
    ],
    [
      '600 parameters',
      "defineTool({ name: 'bad', description: '', parameters: Object.fromEntries(Array.from({ length: 600 }, (_, i) => ['p' + i, { type: 'string', description: '' }])), describe: () => '', execute: () => ToolResult.ok('') })",
    ],
    [
      '2,000 mistakes',
      "defineTool({ name: 'bad', description: '', parameters: Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => ['p' + i, { type: 'text', description: '' }])), describe: () => '', execute: () => ToolResult.ok('') })",
    ],
    [
      'what defineTool takes, without defineTool',
      "{ name: 'bad', description: '', describe: () => '', execute: () => ToolResult.ok('') }",
    ],
    ['an object of nothing', 'Object.create(null)'],
    ['a class without a name', 'class extends AbstractTool {}'],
    ['a class whose name is no text', 'class { static name = 5 }'],
    ['nothing to build', 'class Bad extends AbstractTool { constructor() { throw null } }'],
  ])('%s', async (_, tool) => {
    const app = await pluginApp(UNWATCHED)
    const view = await app.add(
      pluginFolder({
        'index.mjs': `import { AbstractTool, definePlugin, defineTool, ToolResult } from '@spora/sdk'\nexport default definePlugin({ tools: [${tool}, ${good}] })`,
      }),
    )
    expect(view).toMatchObject({ state: 'loaded', error: null })
    expect(view.tools.map(({ ok, name }) => [ok, ok && name])).toEqual([
      [false, false],
      [true, 'good'],
    ])
    const [first] = view.tools[0]?.problems ?? []
    expect(first?.message.length).toBeGreaterThan(20)
    expect(first?.message).not.toMatch(/undefined|Cannot read|Cannot convert|too_big/i)
    expect(JSON.stringify(view).length).toBeLessThan(300_000)
  })
})

test('what a plugin prints is news of its log and of nothing else', async () => {
  const events = new EventBus()
  const app = await pluginApp({ ...UNWATCHED, events })
  await app.add(pluginFolder({ 'index.mjs': main("console.log('hello'); return ToolResult.ok('')") }))
  await app.call('sample:say', {})
  await eventually(() => expect(app.service.log('sample').some(({ text }) => text === 'hello')).toBe(true))
  const changed: string[] = []
  const enough = new AbortController()
  const listening = (async () => {
    for await (const event of events.subscribe(undefined, enough.signal))
      if (event.type === 'changed') changed.push(event.topic)
  })()
  await app.call('sample:say', {})
  await eventually(() => expect(changed).toContain('plugins'))
  expect(changed).not.toContain('tools')
  enough.abort()
  await listening
})

test('K4: nothing starts any more once the app ends, whatever was asked for before', async () => {
  const outFolder = await builtHost()
  let forks = 0
  const app = await pluginApp({
    ...UNWATCHED,
    forkHost: options => {
      forks++
      return forkNodeHost({ outFolder })(options)
    },
  })
  const adding = app.add(pluginFolder())
  const other = app.add(pluginFolder({ 'plugin.json': { ...MANIFEST, slug: 'other' } }))
  await app.service.stop()
  await Promise.allSettled([adding, other])
  expect(forks).toBe(0)
})

test('G6: what is replaced is what was shown, also when another window replaced it meanwhile', async () => {
  const app = await pluginApp(UNWATCHED)
  await app.add(pluginFolder({ 'index.mjs': saying('first') }))
  const review = await app.service.choose(pluginFolder({ 'index.mjs': saying('third') }))
  const adding = () =>
    app.service.add({ candidate_id: review.candidate_id, digest: review.digest ?? '', mode: 'link', replace: true })
  await app.add(pluginFolder({ 'index.mjs': saying('second') }), { replace: true })
  await expect(adding()).rejects.toMatchObject({ code: 'SLUG_TAKEN' })
  expect(await app.call('sample:say', {})).toMatchObject({ result: { content: 'second' } })
  await app.service.review(review.candidate_id)
  await adding()
  expect(await app.call('sample:say', {})).toMatchObject({ result: { content: 'third' } })
})

test.each(['Sample', 'sample', 'Ѕаmрlе', 'Sam\u00adple'])(
  'G6, B180: another plugin of the same name is told: %s',
  async name => {
    const app = await pluginApp(UNWATCHED)
    await app.add(pluginFolder())
    const told = async (manifest: object) =>
      (await app.service.choose(pluginFolder({ 'plugin.json': { ...MANIFEST, ...manifest } }))).checks.map(
        ({ code }) => code,
      )
    expect(await told({ slug: 'other', name })).toContain('PLUGIN_NAME_TAKEN')
    expect(await told({ slug: 'other', name: 'Another' })).not.toContain('PLUGIN_NAME_TAKEN')
    expect(await told({ name })).not.toContain('PLUGIN_NAME_TAKEN') // it would stand in its place
  },
)
