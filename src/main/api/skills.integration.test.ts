import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { servedApp } from './testing/served-app.ts'

const skill = (name: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\n\nText of ${name}.\n`

async function withSkills(shell: Parameters<typeof servedApp>[1] = {}) {
  const app = await servedApp({}, shell)
  for (const [path, text] of [
    ['mine/SKILL.md', skill('mine')],
    ['broken/SKILL.md', skill('other')],
    ['agent-creation/SKILL.md', skill('agent-creation')],
  ] as const) {
    const file = join(app.dataFolder, 'skills', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return app
}

interface Listed {
  readonly name: string
  readonly source: string
  readonly folder: string
  readonly usable: boolean
  readonly problems: { readonly code: string }[]
  readonly agents: unknown[]
}

test('S8: skills are listed with where they stand, what is wrong, and which agents read them', async () => {
  const { rest, dataFolder } = await withSkills()
  const list = async () => (await rest('GET', '/skills')).data as Listed[]
  const found = (await list()).find(({ name }) => name === 'broken')
  expect(found).toMatchObject({
    source: 'user',
    folder: join(dataFolder, 'skills/broken'),
    usable: false,
    problems: [{ code: 'NAME_DIR_MISMATCH', severity: 'error', path: 'name' }],
  })
  const one = (await rest('POST', '/agents', { name: 'One' })).data as { id: number }
  await rest('POST', '/agents', { name: 'Two' })
  const mine = async () => (await list()).find(({ name }) => name === 'mine')?.agents
  expect(await mine()).toEqual([])
  const scope = { scope: 'agent', agent_id: one.id }
  const { revision } = (await rest('POST', '/settings/get', { tool_class: 'core/SkillTool', scope })).data as {
    revision: number
  }
  const changes = [{ key: 'allowed_skills', action: 'set', value: ['mine'] }]
  const saved = await rest('POST', '/settings/save', { tool_class: 'core/SkillTool', scope, revision, changes })
  expect(saved.status).toBe(200)
  expect(await mine()).toEqual([{ agent_id: one.id, name: 'One', reads: false }])
  await rest('POST', `/agents/${one.id}/tools/skill/enable`)
  expect(await mine()).toEqual([{ agent_id: one.id, name: 'One', reads: true }])
})

test('S8: of two skills with one name each can be looked at by its folder', async () => {
  const { rest, dataFolder } = await withSkills()
  const folder = join(dataFolder, 'skills/agent-creation')
  expect((await rest('GET', `/skills/agent-creation?folder=${encodeURIComponent(folder)}`)).data).toMatchObject({
    source: 'user',
    body: 'Text of agent-creation.\n',
    usable: false,
    problems: [{ code: 'SKILL_NAME_CONFLICT' }],
    agents: [],
  })
  expect((await rest('GET', '/skills/agent-creation')).data).toMatchObject({ source: 'core', usable: true })
  expect((await rest('GET', `/skills/mine?folder=${encodeURIComponent(dataFolder)}`)).status).toBe(404)
})

test('S8: only the folder of a skill is shown, never one the window names', async () => {
  const shown: string[] = []
  const { rest, dataFolder } = await servedApp({}, { showFile: path => shown.push(path) })
  const own = join(dataFolder, 'skills')
  expect(await rest('POST', '/skills/open-folder', {})).toMatchObject({ status: 200, data: { opened: own } })
  expect(existsSync(own)).toBe(true)
  mkdirSync(join(own, 'mine'))
  writeFileSync(join(own, 'mine/SKILL.md'), skill('mine'))
  expect((await rest('POST', '/skills/open-folder', { folder: join(own, 'mine') })).status).toBe(200)
  for (const folder of ['/', dataFolder, join(own, 'mine/..'), `${join(own, 'mine')}/`])
    expect((await rest('POST', '/skills/open-folder', { folder })).status).toBe(404)
  expect(shown).toEqual([own, join(own, 'mine/SKILL.md')])
})

test('S8: where nothing can show a folder it is said', async () => {
  const { rest } = await withSkills({ showFile: undefined })
  expect(await rest('POST', '/skills/open-folder', {})).toMatchObject({
    status: 409,
    error: { code: 'INVALID_STATE', message: expect.stringContaining('Copy its path') },
  })
})
