import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AgentViews } from '../agents/agent-views.ts'
import { ToolViews } from '../agents/tool-views.ts'
import { type PluginApp, pluginApp } from './test/plugin-app.ts'
import { MANIFEST, pluginFolder } from './test/plugin-folder.ts'

/** Two tools, one of which cannot be declared: its name has a capital letter. */
const TWO = `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
const tool = (name, more) => defineTool({ name, description: name, describe: () => '', execute: async () => ToolResult.ok(''), ...more })
const settings = [{ key: 'api_key', label: 'API key', type: 'password', required: true }]
export default definePlugin({ tools: [tool('good', { settings }), tool('Bad', { displayName: 'Bad one' })] })
`

const tiles = (app: PluginApp) =>
  new ToolViews({ ...app, absentTools: () => app.service.absentTools() }).list().map(tile => tile)
const tile = (app: PluginApp, name: string) => tiles(app).find(each => each.name === name)
const states = (app: PluginApp) => tiles(app).map(({ name, state }) => [name, state])

async function withKey(app: PluginApp): Promise<void> {
  app.config.save('sample/GoodTool', { scope: 'global' }, 0, [{ key: 'api_key', action: 'set', value: 'sk-1' }])
}

describe('6-ui 2.4: a bad part never hides', () => {
  test('D5: a tool whose declaration failed is a tile with the reason', async () => {
    const app = await pluginApp()
    await app.add(pluginFolder({ 'index.mjs': TWO }))
    expect(tile(app, 'Bad')).toMatchObject({
      display_name: 'Bad one',
      state: 'load_error',
      operations: [],
      parameter_schema: null,
      state_reason: expect.stringMatching(/name/),
    })
    expect(tile(app, 'good')).toMatchObject({ state: 'needs_configuration' })
  })

  test('R2, B134: half of a character in what a tool is called takes that tool away, and no list of tools', async () => {
    const named = (name: string, more: string) =>
      `defineTool({ name: '${name}', ${more}, describe: () => '', execute: async () => ToolResult.ok('') })`
    const source = `import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
      export default definePlugin({ tools: [${named('whole', "description: ''")},
        ${named('half', "description: 'a\\ud800', displayName: 'b\\udc00'")}] })`
    const broken = { state: 'load_error', state_reason: expect.stringContaining('half of a character') }
    const first = await pluginApp()
    await first.add(pluginFolder({ 'index.mjs': source }))
    expect([tile(first, 'whole'), tile(first, 'half')]).toMatchObject([{ state: 'off' }, broken])
    const second = await first.restart()
    await second.service.settled()
    expect([tile(second, 'whole'), tile(second, 'half')]).toMatchObject([{ state: 'off' }, broken])
  })

  test('G7: a plugin that is off keeps its tiles, its settings and where it is on', async () => {
    const app = await pluginApp()
    await app.add(pluginFolder({ 'index.mjs': TWO }))
    await withKey(app)
    const agent = app.agents.create({ name: 'Ada' })
    app.activation.setTool(agent.id, 'sample/GoodTool', true)
    await app.service.setEnabled('sample', false)
    expect(tile(app, 'good')).toMatchObject({
      state: 'plugin_off',
      state_reason: expect.stringContaining('Sample is off'),
      used_by: [{ agent_id: agent.id, name: 'Ada' }],
      parameter_schema: { type: 'object' },
    })
    expect(app.activation.enabledTools(agent.id)).toEqual([])
    const views = new AgentViews({ ...app, modelOf: () => null, absentTools: () => app.service.absentTools() })
    expect(views.get(agent.id).tools).toMatchObject([{ qualified_name: 'sample:good', absent: true }])
    // Its settings can be seen and changed meanwhile, and it can be turned off for the agent.
    expect(app.config.view('sample/GoodTool', { scope: 'global' }).fields[0]).toMatchObject({
      schema: { key: 'api_key' },
      secret: { set: true },
    })
    app.activation.setTool(agent.id, 'sample/GoodTool', false)
    expect(tile(app, 'good')?.used_by).toEqual([])
    await app.service.setEnabled('sample', true)
    expect(tile(app, 'good')).toMatchObject({ state: 'off' })
  })

  test('G6: the folder is gone, or holds what cannot be loaded, also at the next start: the tiles stay', async () => {
    const folder = pluginFolder({ 'index.mjs': TWO })
    const first = await pluginApp()
    await first.add(folder)
    await withKey(first)
    renameSync(folder, `${folder}-moved`)
    const second = await first.restart()
    await second.service.settled()
    expect(tile(second, 'good')).toMatchObject({
      state: 'load_error',
      state_reason: expect.stringContaining('is not there'),
    })
    renameSync(`${folder}-moved`, folder)
    writeFileSync(join(folder, 'index.mjs'), 'throw new Error("broken on purpose")')
    const third = await second.restart()
    await third.service.settled()
    expect(tile(third, 'good')).toMatchObject({
      state: 'load_error',
      state_reason: expect.stringContaining('broken on purpose'),
    })
  })

  test('B032: a copy whose files changed is not run; its tiles say so', async () => {
    const app = await pluginApp()
    await app.add(pluginFolder({ 'index.mjs': TWO }), { mode: 'copy' })
    await withKey(app)
    writeFileSync(join(app.dataFolder, 'plugins/sample/index.mjs'), `${TWO}\n// changed`)
    const next = await app.restart()
    await next.service.settled()
    expect(tile(next, 'good')).toMatchObject({ state: 'load_error', state_reason: expect.stringContaining('copy') })
  })

  test('G7: removed, with its data or without, it has no tile any more', async () => {
    const app = await pluginApp()
    await app.add(pluginFolder({ 'index.mjs': TWO }))
    await app.service.remove('sample', true)
    expect(states(app)).toEqual([])
  })
})

describe('R2: a plugin that was called something else', () => {
  const named = (slug: string, formerly: readonly string[], source = TWO) =>
    pluginFolder({ 'plugin.json': { ...MANIFEST, slug, formerly }, 'index.mjs': source })

  async function appWithRows() {
    const app = await pluginApp()
    await app.add(named('sample', []))
    await withKey(app)
    const agent = app.agents.create({ name: 'Ada' })
    app.activation.setTool(agent.id, 'sample/GoodTool', true)
    app.activation.setOperation(agent.id, 'sample/GoodTool', 'good', { requires_approval: false })
    const rights = { scope: 'agent', agent_id: agent.id } as const
    app.config.save('sample/GoodTool', rights, 0, [{ key: 'api_key', action: 'set', value: 'sk-2' }])
    return { app, agent }
  }
  const key = (app: PluginApp, toolClass: string, agentId: number | null) =>
    app.config.getEffectiveSettings(toolClass, agentId, 1).api_key

  test('keeps settings, keys included, where it is on, and how its operations are set', async () => {
    const { app, agent } = await appWithRows()
    await app.service.remove('sample', true)
    const versions = [app.config.version, app.activation.version]
    const review = await app.service.choose(named('acme', ['sample']))
    expect(review.checks).toContainEqual(expect.objectContaining({ code: 'PLUGIN_FORMERLY', status: 'warn' }))
    await app.service.add({ candidate_id: review.candidate_id, digest: review.digest ?? '', mode: 'link' })
    expect([key(app, 'acme/GoodTool', null), key(app, 'acme/GoodTool', agent.id)]).toEqual(['sk-1', 'sk-2'])
    const [tool] = app.activation.enabledTools(agent.id)
    expect(tool?.qualifiedName).toBe('acme:good')
    expect(tool && app.activation.operations(agent.id, tool)[0]?.override).toEqual({
      enabled: null,
      requiresApproval: false,
    })
    expect(app.activation.enabledClasses(agent.id)).toEqual(['acme/GoodTool'])
    expect([app.config.version, app.activation.version].every((version, at) => version > (versions[at] ?? 0))).toBe(
      true,
    )
  })

  test('a class that was renamed keeps its rows by the name of its tool, or because it is named', async () => {
    const { app, agent } = await appWithRows()
    await app.service.remove('sample', true)
    const renamed = `import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
      export default definePlugin({ tools: [defineTool({ name: 'better', description: '', className: 'X', describe: () => '', execute: async () => ToolResult.ok('') })] })`
    await app.add(named('acme', ['sample/GoodTool'], renamed))
    expect(app.activation.enabledTools(agent.id).map(tool => tool.qualifiedName)).toEqual(['acme:better'])
  })

  test('nothing is taken from a plugin that is still there, and what the new one has already stays', async () => {
    const { app, agent } = await appWithRows()
    await app.add(named('acme', ['sample']))
    expect(app.activation.enabledTools(agent.id).map(tool => tool.qualifiedName)).toEqual(['sample:good'])
    app.config.save('acme/GoodTool', { scope: 'global' }, 0, [{ key: 'api_key', action: 'set', value: 'sk-own' }])
    await app.service.remove('sample', true)
    await app.service.reload('acme')
    expect([key(app, 'acme/GoodTool', null), key(app, 'acme/GoodTool', agent.id)]).toEqual(['sk-own', 'sk-2'])
  })

  test('G7: removing with its data is noticed by whoever caches what was made of it', async () => {
    const { app, agent } = await appWithRows()
    const versions = [app.config.version, app.activation.version]
    await app.service.remove('sample', false)
    expect([app.config.version, app.activation.version].every((version, at) => version > (versions[at] ?? 0))).toBe(
      true,
    )
    expect(app.activation.enabledClasses(agent.id)).toEqual([])
    await app.add(named('sample', []))
    expect(key(app, 'sample/GoodTool', agent.id)).toBeUndefined()
  })
})
