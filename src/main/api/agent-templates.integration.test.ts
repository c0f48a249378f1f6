import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { AgentToolView, AgentView } from '../../shared/contract/agents.ts'
import type { TemplateImportResult } from '../../shared/contract/templates.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { servedApp } from './testing/served-app.ts'

const template = {
  id: 'research/reader',
  name: 'Reader',
  version: '1.0.0',
  agent: { system_prompt: 'You read.' },
  tools: [
    { tool_class: 'core/MemoryTool', enabled: true, operations: [{ name: 'save', auto_approve: true }] },
    { tool_class: 'core/SkillTool', enabled: true, operations: [], settings: { allowed_skills: ['agent-creation'] } },
  ],
}

test('seed: POST /api/v1/agent-templates/import takes the full shape of a template, and nothing runs freely by it', async () => {
  const { rest } = await servedApp()
  const { status, data } = await rest('POST', '/agent-templates/import', template)
  const made = data as TemplateImportResult
  expect([status, Object.keys(made)]).toEqual([201, ['agent', 'warnings', 'tools_enabled']])
  expect(made.tools_enabled).toEqual([
    { tool_class: 'core/MemoryTool', enabled: true, operations_applied: 1, settings_applied: 0, warnings: [] },
    { tool_class: 'core/SkillTool', enabled: true, operations_applied: 0, settings_applied: 1, warnings: [] },
  ])
  const { id } = made.agent
  const tools = (await rest('GET', `/agents/${id}/tools`)).data as AgentToolView[]
  const save = tools.find(({ tool }) => tool.name === 'memory')?.operations.find(operation => operation.name === 'save')
  expect(save?.effective_requires_approval).toBe(true)
  // C6: what the model is told of the skills it may read.
  const definition = (await rest('GET', `/tools/definition?tool_class=core/SkillTool&agent_id=${id}`)).data
  expect(JSON.stringify(definition)).toContain('- Allowed skills: agent-creation: How to make a new agent')

  const exported = (await rest('GET', `/agents/${id}/export?include_settings=false`)).data as { template: object }
  expect(JSON.stringify(exported.template)).not.toContain('"settings"')
})

test('§12.3: errors answer 422 with every code, and make nothing', async () => {
  const { rest } = await servedApp()
  const { status, error } = await rest('POST', '/agent-templates/import', { ...template, id: 'core/x', version: '1' })
  expect([status, error.code]).toEqual([422, 'VALIDATION_ERROR'])
  expect(error.details.errors).toMatchObject([{ code: 'VERSION_PATTERN' }, { code: 'TEMPLATE_ID_RESERVED' }])
  expect((await rest('GET', '/agents')).data).toEqual([])
})

test('R9: who may only run work cannot import, and so cannot give rights', async () => {
  const { rest, server } = await servedApp()
  const { status, error } = await rest('POST', '/agent-templates/import', template, server.runToken)
  expect([status, error.code]).toEqual([403, 'IPC_FORBIDDEN'])
})

test('seed: the data sources of settings, /skills and /agents', async () => {
  const { rest } = await servedApp()
  await rest('POST', '/agents', { name: 'Ada' })
  const skills = (await rest('GET', '/skills?select=name,description')).data
  expect(skills).toMatchObject([{ name: 'agent-creation', usable: true, source: 'core' }])
  const options = await rest('GET', '/settings/options?tool_class=core/SkillTool&key=allowed_skills')
  expect(options.data).toMatchObject([{ value: 'agent-creation', label: 'agent-creation' }])
  expect((await rest('GET', '/agents?select=id,name')).data as AgentView[]).toMatchObject([{ id: 1, name: 'Ada' }])
  const skill = await rest('GET', '/skills/agent-creation')
  expect(skill.data).toMatchObject({ warnings: [], files: [{ path: 'SKILL.md' }] })
  expect((await rest('GET', '/skills/nothing')).status).toBe(404)
})

const PLUGIN = `import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
const sit = { parameters: {}, describe: () => 'Sit', execute: () => ToolResult.ok('Sat.') }
export default definePlugin({ tools: [defineTool({ name: 'desk', description: 'A desk.', operations: { sit } })] })`

test('R12, G4: in the first moment after a start a plugin’s tool is not called missing', async () => {
  const tool = { tool_class: 'desk/DeskTool', enabled: true, operations: [{ name: 'sit', auto_approve: true }] }
  const wants = { ...template, tools: [tool] }
  const slow = `${PLUGIN}\nawait new Promise(resolve => setTimeout(resolve, 300))`
  const { rest } = await servedApp({ desk: slow }, {}, { settled: false })
  const review = await rest('POST', '/agent-templates/review', {
    file: Buffer.from(JSON.stringify(wants)).toString('base64'),
  })
  expect([review.status, JSON.stringify(review)]).toEqual([200, expect.not.stringContaining('TOOL_PLUGIN_MISSING')])
  const other = await servedApp({ desk: slow }, {}, { settled: false })
  const { data } = await other.rest('POST', '/agent-templates/import', wants)
  expect(data).toMatchObject({ tools_enabled: [{ tool_class: 'desk/DeskTool', enabled: true }] })
})

test('G3, §12.5, §14: skills and templates of the data folder and of plugins, as long as the plugin is on', async () => {
  const { rest, dataFolder } = await servedApp({ desk: PLUGIN })
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(dataFolder, path)), { recursive: true })
    writeFileSync(join(dataFolder, path), text)
  }
  const skill = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\nText.`
  put('skills/mine/SKILL.md', skill('mine'))
  put('agent-templates/mine.json', JSON.stringify({ ...template, id: 'mine', tools: [] }))
  put('../plugins/desk/skills/sitting/SKILL.md', skill('sitting'))
  put('../plugins/desk/agent-templates/clerk.json', JSON.stringify({ ...template, id: 'desk/clerk', tools: [] }))
  const sources = async (path: string) =>
    ((await rest('GET', path)).data as { source: string; name: string }[])
      .filter(({ source }) => source !== 'core')
      .map(({ source }) => source)
  expect(await sources('/skills')).toEqual(['user', 'desk'])
  expect(await sources('/agent-templates')).toEqual(['user', 'desk'])
  await rest('POST', '/plugins/desk/enabled', { enabled: false })
  expect(await sources('/skills')).toEqual(['user'])
  expect(await sources('/agent-templates')).toEqual(['user'])
})

test('B368: where an export could not be written the reason is told', async () => {
  const reason = 'x.json was not written: the disk is full. Choose another name or folder.'
  const { rest } = await servedApp(
    {},
    { saveFile: () => Promise.reject(new SporaError('EXPORT_TARGET', reason, { path: 'x.json' })) },
  )
  const { id } = (await rest('POST', '/agents', { name: 'Reader' })).data as AgentView
  expect(await rest('POST', `/agents/${id}/export`, {})).toMatchObject({
    status: 422,
    error: { code: 'EXPORT_TARGET', message: reason },
  })
})
