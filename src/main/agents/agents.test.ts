import type { OperationInfo } from '@spora/sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refusal, type SettingWorld, settingWorld, toolWith } from '../settings/testing/setting-world.ts'
import { registeredTool } from '../tools/create-registered-tool.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { AgentViews } from './agent-views.ts'
import { StarterService } from './starter-service.ts'
import { ToolViews } from './tool-views.ts'

const operations: OperationInfo[] = [
  { name: 'list', requiresApprovalByDefault: false, effect: 'none' },
  { name: 'send', requiresApprovalByDefault: true },
  { name: 'purge', requiresApprovalByDefault: false, effect: 'destructive' },
  { name: 'hidden', enabledByDefault: false },
]
const mail = toolWith([{ key: 'api_key', label: 'API Key', type: 'password', required: true }], operations, 'mail')
const plain = toolWith([{ key: 'region', label: 'Region', type: 'text', default: 'eu' }], [], 'plain')

/** A core tool with this name and these operations. */
function core(name: string, infos: readonly OperationInfo[]): RegisteredTool {
  const { metadata, runner } = toolWith([], infos, name)
  return registeredTool({ metadata, slug: null, runner })
}
const calculator = core('calculator', [{ name: 'calculate', requiresApprovalByDefault: false, effect: 'none' }])
const time = core('time', [{ name: 'now', requiresApprovalByDefault: false }, { name: 'format' }])

let world: SettingWorld
beforeEach(() => {
  world = settingWorld()
  world.parts.registry.register([mail, plain])
})
afterEach(() => world.close())

const create = (name = 'Ada') => world.parts.agents.create({ name }).id
const everyone = { scope: 'global' } as const

describe('Agents', () => {
  test('an agent begins with nothing switched on', () => {
    const agent = world.parts.agents.create({ name: 'Ada' })
    expect(agent).toMatchObject({ name: 'Ada', maxSteps: 10, allowFollowup: true, maxRetries: 0, llmConfigId: null })
    expect(world.parts.activation.enabledTools(agent.id)).toEqual([])
  })

  test('a change touches only what it names', () => {
    const id = create()
    world.parts.agents.update(id, { system_prompt: 'Be kind.' })
    expect(world.parts.agents.update(id, { max_steps: 5 })).toMatchObject({
      name: 'Ada',
      systemPrompt: 'Be kind.',
      maxSteps: 5,
    })
    expect(refusal(() => world.parts.agents.update(id, { llm_config_id: 99 })).code).toBe('MODEL_NOT_FOUND')
    expect(refusal(() => world.parts.agents.update(99, { max_steps: 5 })).code).toBe('AGENT_NOT_FOUND')
  })

  test('3.4: a change begun from an older value is refused, and nothing of it is stored', () => {
    const { agents } = world.parts
    const id = create()
    agents.update(id, { system_prompt: 'Theirs.', max_steps: 5 })
    const mine = { system_prompt: 'Mine.', max_steps: 7 }
    expect(refusal(() => agents.update(id, mine, { system_prompt: '', max_steps: 5 })).code).toBe('REVISION_CONFLICT')
    expect(agents.get(id)).toMatchObject({ systemPrompt: 'Theirs.', maxSteps: 5 })
    // What others changed beside it, and what they changed to the same, is in nobody's way.
    agents.update(id, { description: 'Another field.' }, { description: '' })
    agents.update(id, { system_prompt: 'Theirs.', max_steps: 7 }, { system_prompt: '', max_steps: 5 })
    expect(agents.get(id)).toMatchObject({ description: 'Another field.', systemPrompt: 'Theirs.', maxSteps: 7 })
  })

  test('archived agents are listed apart', () => {
    const [first, second] = [create('B'), create('a')]
    world.parts.agents.setArchived(first, true)
    expect(world.parts.agents.list().map(({ id }) => id)).toEqual([second])
    expect(world.parts.agents.list({ archived: true }).map(({ id }) => id)).toEqual([first])
  })

  test('a copy has the tools, operations and settings of the original, and nothing they share', () => {
    const id = create('x'.repeat(200))
    const { activation, agents } = world.parts
    world.set(mail, { scope: 'agent', agent_id: id }, { api_key: 'k' })
    activation.setTool(id, mail.toolClass, true)
    activation.setOperation(id, mail.toolClass, 'send', { requires_approval: false })
    const copy = agents.duplicate(id)
    expect(copy.name).toHaveLength(200)
    expect(copy.name).toMatch(/ \(copy\)$/)
    expect(activation.enabledTools(copy.id)).toEqual([mail])
    expect(activation.operations(copy.id, mail)[1]?.override).toEqual({ enabled: null, requiresApproval: false })
    activation.setTool(copy.id, mail.toolClass, false)
    expect(activation.enabledTools(id)).toEqual([mail])
  })

  test('the number of a removed agent never comes again: what still names it leads nowhere', () => {
    const removed = [create('A'), create('B')]
    for (const id of removed) world.parts.agents.remove(id)
    const next = world.parts.agents.create({ name: 'C' })
    expect(removed).not.toContain(next.id)
    world.parts.agents.remove(next.id)
    expect(world.parts.agents.duplicate(create('D')).id).toBe(next.id + 2)
  })

  test('a copy of the longest name is called by whole characters', () => {
    const { id } = world.parts.agents.create({ name: `${'a'.repeat(192)}${'😀'.repeat(4)}` })
    const { name } = world.parts.agents.duplicate(id)
    expect(name.isWellFormed()).toBe(true)
    expect(name).toMatch(/^a{192}.* \(copy\)$/u)
  })

  test('an agent with chats is not deleted; one without takes its rows with it', () => {
    const id = create()
    const { sqlite } = world.parts.database
    world.set(plain, { scope: 'agent', agent_id: id }, { region: 'us' })
    world.parts.activation.setTool(id, plain.toolClass, true)
    sqlite.exec(`INSERT INTO tasks (agent_id, title, user_prompt, status, step_count, max_steps, created_at, updated_at)
      VALUES (${id}, 't', 'p', 'COMPLETED', 1, 10, 't', 't')`)
    expect(refusal(() => world.parts.agents.remove(id))).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('archive'),
    })
    // The same for one that only took part in chats of others.
    sqlite.exec(`UPDATE tasks SET agent_id = ${create('Planner')}`)
    sqlite.exec(`INSERT INTO tasks (agent_id, parent_task_id, title, user_prompt, status, step_count, max_steps, created_at, updated_at)
      VALUES (${id}, (SELECT id FROM tasks), 't', 'p', 'COMPLETED', 1, 10, 't', 't')`)
    const { database, agents, activation } = world.parts
    const views = new AgentViews({ database, agents, activation, modelOf: () => null })
    expect(views.get(id)).toMatchObject({ chats: 0, takes_part: 1 })
    expect(refusal(() => agents.remove(id)).message).toContain('took part in chats of other agents. Delete those first')
    sqlite.exec('DELETE FROM tasks')
    world.parts.agents.remove(id)
    expect(refusal(() => world.parts.agents.get(id)).code).toBe('AGENT_NOT_FOUND')
    expect(sqlite.prepare('SELECT count(*) FROM agent_tool_overrides').pluck().get()).toBe(0)
    expect(sqlite.prepare('SELECT count(*) FROM agent_tools').pluck().get()).toBe(0)
  })
})

describe('D9: whose agent it is', () => {
  test('D9: a user’s agent belongs to that user, whoever starts the task', () => {
    world.parts.database.sqlite.exec("INSERT INTO users VALUES (7, 'Grace', 't')")
    const owner = world.parts.agents.owner(create(), 7)
    expect(owner).toMatchObject({ ownerUserId: 1, runnerUserId: 7, principalId: 1, type: 'user' })
    expect(owner.isResolvable()).toBe(true)
  })

  test('D9: a group’s agent belongs to its first owner by position, not to who clicked or who came first', () => {
    world.parts.database.sqlite.exec(`INSERT INTO users VALUES (7, 'Grace', 't'), (8, 'Alan', 't');
      INSERT INTO principals VALUES (9, 'group');
      INSERT INTO principal_members VALUES (9, 1, 'member', 0), (9, 7, 'owner', 2), (9, 8, 'owner', 1);`)
    const id = world.parts.agents.create({ name: 'Shared' }, 9).id
    expect(world.parts.agents.owner(id, 1)).toMatchObject({
      ownerUserId: 8,
      runnerUserId: 1,
      principalId: 9,
      type: 'group',
    })
    expect(world.parts.agents.nameFor(id, 8)).toBe('Shared')
    expect(world.parts.agents.nameFor(id, 1)).toBeNull()
  })

  test('D9: a new owner counts at once, one that was undone never did', () => {
    const { sqlite } = world.parts.database
    const id = create()
    const ownerOf = () => world.parts.agents.owner(id).ownerUserId
    expect(ownerOf()).toBe(1)
    sqlite.exec("INSERT INTO users VALUES (7, 'Bob', 't'), (8, 'Cy', 't')")
    expect(() =>
      world.parts.database.transaction(() => {
        sqlite.exec('UPDATE principal_members SET user_id = 7 WHERE principal_id = 1')
        expect(ownerOf()).toBe(7)
        throw new Error('undone')
      }),
    ).toThrow('undone')
    expect(ownerOf()).toBe(1)
    sqlite.exec('UPDATE principal_members SET user_id = 8 WHERE principal_id = 1')
    expect(ownerOf()).toBe(8)
  })

  test('D9: a group without an owner, and no such agent, are not resolvable', () => {
    world.parts.database.sqlite.exec(`INSERT INTO principals VALUES (9, 'group');
      INSERT INTO principal_members VALUES (9, 1, 'member', 0)`)
    const group = world.parts.agents.owner(world.parts.agents.create({ name: 'Orphan' }, 9).id)
    expect([group.ownerUserId, group.isResolvable(), group.type]).toEqual([null, false, 'group'])
    const nobody = world.parts.agents.owner(999)
    expect([nobody.ownerUserId, nobody.isResolvable(), nobody.principalId]).toEqual([null, false, 0])
  })
})

describe('C5: switching tools on', () => {
  test('C5: refused while required settings are missing, with their keys and labels', () => {
    const id = create()
    const error = refusal(() => world.parts.activation.setTool(id, mail.toolClass, true))
    expect(error.code).toBe('SETTINGS_MISSING')
    expect(error.details).toMatchObject({
      missing_required: ['api_key'],
      missing: [{ key: 'api_key', label: 'API Key' }],
    })
    expect(error.message).toContain('API Key')
    expect(world.parts.activation.enabledTools(id)).toEqual([])
  })

  test('C5: any layer makes it ready: the agent’s own, or its owner’s', () => {
    const [first, second] = [create(), create()]
    world.set(mail, { scope: 'agent', agent_id: first }, { api_key: 'k' })
    world.parts.activation.setTool(first, mail.toolClass, true)
    expect(refusal(() => world.parts.activation.setTool(second, mail.toolClass, true)).code).toBe('SETTINGS_MISSING')
    world.set(mail, { scope: 'user' }, { api_key: 'k' })
    world.parts.activation.setTool(second, mail.toolClass, true)
  })

  test('C5: switching on copies no default into any layer', () => {
    const id = create()
    world.parts.activation.setTool(id, plain.toolClass, true)
    world.parts.activation.setTool(id, plain.toolClass, true)
    expect(world.field(plain, { scope: 'agent', agent_id: id }, 'region').state).toBe('inherited')
    world.set(plain, everyone, { region: 'us' })
    expect(world.parts.config.getEffectiveSettings(plain.toolClass, id, 1)).toEqual({ region: 'us' })
  })

  test('R2: a tool that is gone cannot be switched on, but off; its row waits for it', () => {
    const id = create()
    const { activation, registry } = world.parts
    activation.setTool(id, plain.toolClass, true)
    registry.removePlugin('acme')
    expect(activation.enabledTools(id)).toEqual([])
    expect(refusal(() => activation.setTool(id, plain.toolClass, true)).code).toBe('TOOL_NOT_FOUND')
    registry.register([mail, plain])
    expect(activation.enabledTools(id)).toEqual([plain])
    registry.removePlugin('acme')
    activation.setTool(id, plain.toolClass, false)
    registry.register([mail, plain])
    expect(activation.enabledTools(id)).toEqual([])
    expect(refusal(() => activation.setTool(999, plain.toolClass, true)).code).toBe('AGENT_NOT_FOUND')
  })
})

describe('F1, P7: operations', () => {
  const effective = (id: number) =>
    Object.fromEntries(
      world.parts.activation
        .operations(id, mail)
        .map(({ name, enabled, requiresApproval }) => [name, [enabled, requiresApproval]]),
    )

  test('F1: without a choice, what the tool declares; P7: destructive asks all the same', () => {
    expect(effective(create())).toEqual({
      list: [true, false],
      send: [true, true],
      purge: [true, true],
      hidden: [false, true],
    })
  })

  test('F1: the operator’s choice counts; null goes back to the default; left out stays', () => {
    const id = create()
    const { activation } = world.parts
    activation.setOperation(id, mail.toolClass, 'send', { enabled: false, requires_approval: false })
    activation.setOperation(id, mail.toolClass, 'purge', { requires_approval: false })
    expect(effective(id)).toMatchObject({ send: [false, false], purge: [true, false] })
    activation.setOperation(id, mail.toolClass, 'send', { enabled: null })
    expect(effective(id)).toMatchObject({ send: [true, false] })
    activation.setOperation(id, mail.toolClass, 'send', { requires_approval: null })
    expect(effective(id)).toMatchObject({ send: [true, true] })
    const rows = world.parts.database.sqlite
      .prepare('SELECT operation FROM agent_tool_operation_overrides')
      .pluck()
      .all()
    expect(rows).toEqual(['purge'])
  })

  test('P7: running without asking was chosen for what an operation did; a version that does more asks again', () => {
    const id = create()
    const { activation, registry, database } = world.parts
    const version = (effect: 'none' | 'write' | 'destructive', name = 'sync') =>
      toolWith([], [{ name, effect }], 'changing')
    const asks = (tool: RegisteredTool) => {
      registry.removePlugin('acme')
      registry.register([tool])
      const [operation] = activation.operations(id, tool)
      return [operation?.requiresApproval, operation?.override.requiresApproval, operation?.outgrown]
    }
    const free = (tool: RegisteredTool) => {
      registry.removePlugin('acme')
      registry.register([tool])
      activation.setOperation(id, tool.toolClass, 'sync', { requires_approval: false })
    }
    const [reads, writes, destroys] = [version('none'), version('write'), version('destructive')]
    free(reads)
    expect([reads, writes, destroys].map(asks)).toEqual([
      [false, false, false],
      [true, null, true],
      [true, null, true],
    ])
    // Another choice does not make it one for what it does now, only this one.
    activation.setOperation(id, destroys.toolClass, 'sync', { enabled: true })
    expect(asks(destroys)).toEqual([true, null, true])
    free(writes)
    expect([reads, writes, destroys].map(tool => asks(tool)[0])).toEqual([false, false, true])
    free(destroys)
    expect([reads, writes, destroys].map(tool => asks(tool)[0])).toEqual([false, false, false])
    // What was chosen before that was written down counts as it did; a copy of the agent has what was chosen for it.
    free(reads)
    expect(asks(writes)[0]).toBe(true)
    const copy = world.parts.agents.duplicate(id)
    expect(activation.operations(copy.id, writes)[0]).toMatchObject({ requiresApproval: true, outgrown: true })
    database.sqlite.exec('UPDATE agent_tool_operation_overrides SET chosen_for = NULL')
    expect(asks(destroys)).toEqual([false, false, false])
  })

  test('R3: an operation the tool does not declare is refused, and nothing is stored', () => {
    const id = create()
    const error = refusal(() =>
      world.parts.activation.setOperation(id, mail.toolClass, 'constructor', { enabled: true }),
    )
    expect(error).toMatchObject({
      code: 'OPERATION_NOT_FOUND',
      message: expect.stringContaining('list, send, purge, hidden'),
    })
    expect(
      world.parts.database.sqlite.prepare('SELECT count(*) FROM agent_tool_operation_overrides').pluck().get(),
    ).toBe(0)
  })

  test('D7: a tool without operations has one, named after it, which asks', () => {
    const id = create()
    world.parts.activation.setOperation(id, plain.toolClass, 'plain', { requires_approval: false })
    expect(world.parts.activation.operations(id, plain)).toMatchObject([
      { name: 'plain', enabled: true, requiresApproval: false, override: { enabled: null, requiresApproval: false } },
    ])
  })

  test('the version grows with each choice', () => {
    const id = create()
    const { version } = world.parts.activation
    world.parts.activation.setOperation(id, mail.toolClass, 'send', { enabled: false })
    expect(world.parts.activation.version).toBeGreaterThan(version)
  })
})

describe('Tiles', () => {
  const views = () => new ToolViews(world.parts)

  test('a tile and an agent’s row say the same of the same tool', () => {
    const id = create()
    const row = (tool: RegisteredTool) => views().agentTool(id, tool).tool
    expect([views().tool(plain).state, row(plain).state]).toEqual(['off', 'off'])
    expect([views().tool(mail).state, row(mail).state]).toEqual(['needs_configuration', 'needs_configuration'])
    expect(row(mail).state_reason).toContain('API Key')
    world.set(mail, { scope: 'agent', agent_id: id }, { api_key: 'k' })
    world.parts.activation.setTool(id, mail.toolClass, true)
    world.parts.activation.setTool(id, plain.toolClass, true)
    expect([views().tool(plain).state, row(plain).state]).toEqual(['on', 'on'])
    expect([views().tool(mail).state, row(mail).state]).toEqual(['on', 'on'])
    expect(views().tool(mail).used_by).toEqual([{ agent_id: id, name: 'Ada' }])
    world.save(mail, { scope: 'agent', agent_id: id }, { key: 'api_key', action: 'reset' })
    expect([views().tool(mail).state, row(mail).state]).toEqual(['needs_configuration', 'needs_configuration'])
  })

  test('W4: what a model’s API would refuse is left out, with the reason on the tile and in the agent that uses it', () => {
    const { metadata, runner } = toolWith([], [{ name: 'find' }], 'odd')
    const parameters = [{ name: 'max-results', type: 'integer' as const, description: 'How many.' }]
    const odd = registeredTool({ metadata: { ...metadata, parameters }, slug: null, runner })
    world.parts.registry.register([odd])
    const [gemini, other] = [create('Gem'), create('Oli')]
    const dialectFor = (id: number | null) => (id === gemini ? ('gemini' as const) : ('openai' as const))
    const shown = new ToolViews({ ...world.parts, dialectFor })
    expect(shown.agentTool(gemini, odd).tool).toMatchObject({
      state: 'left_out',
      state_reason: expect.stringMatching(/Models of the Gemini kind.*"max-results".*Another model/),
    })
    expect(shown.agentTool(other, odd).tool.state).toBe('off')
    // In general: as a new agent would have it, and as soon as an agent uses it, as that one has it.
    expect(shown.tool(odd).state).toBe('off')
    world.parts.activation.setTool(other, odd.toolClass, true)
    expect(shown.list().find(({ name }) => name === 'odd')?.state).toBe('on')
    world.parts.activation.setTool(gemini, odd.toolClass, true)
    expect(shown.list().find(({ name }) => name === 'odd')?.state).toBe('left_out')
    expect(shown.agentTools(gemini).find(({ tool }) => tool.name === 'mail')?.tool.state).toBe('needs_configuration')
  })

  test('an agent’s row has the declared and the effective values, and how often each was called', () => {
    const id = create()
    world.parts.activation.setOperation(id, mail.toolClass, 'send', { requires_approval: false })
    world.parts.database.sqlite.exec(`
      INSERT INTO tasks (id, agent_id, title, user_prompt, status, step_count, max_steps, created_at, updated_at)
        VALUES (1, ${id}, 't', 'p', 'PENDING_APPROVAL', 1, 10, 't', '2026-01-01T00:00:00.000Z');
      INSERT INTO shared_texts VALUES (1, ''), (2, '{}');
      INSERT INTO tool_calls (id, task_id, agent_id, step, ordinal, tool_class, tool_name, operation, operation_description,
        effect, idempotent, human_description, arguments_text, args_canonical, args_sha256, revision, coerced, policy, state, attempt, created_at)
        VALUES ('c', 1, ${id}, 1, 0, '${mail.toolClass}', 'acme:mail', 'send', 1, 'none', 1, '', '{}', '{}', zeroblob(32), 1, '[]', 2, 'awaiting', 1, 0)`)
    const { operations } = views().agentTool(id, mail)
    expect(operations[1]).toEqual({
      name: 'send',
      description: '',
      effect: 'write',
      enabled_by_default: true,
      requires_approval_by_default: true,
      enabled: null,
      requires_approval: false,
      effective_enabled: true,
      effective_requires_approval: false,
      calls: 1,
    })
    const model = { id: 3, name: 'Practice', is_ai: false }
    expect(new AgentViews({ ...world.parts, modelOf: () => model }).get(id)).toMatchObject({
      chats: 1,
      waiting_calls: 1,
      last_run_at: '2026-01-01T00:00:00.000Z',
      model,
      tools: [],
    })
  })

  test('core tools come first, then plugins by name, each in its own order', () => {
    world.parts.registry.register([calculator])
    expect(
      views()
        .list()
        .map(({ qualified_name }) => qualified_name),
    ).toEqual(['calculator', 'acme:mail', 'acme:plain'])
    expect(
      views()
        .agentTools(create())
        .map(({ tool }) => tool.source),
    ).toEqual(['builtin', 'plugin', 'plugin'])
  })
})

describe('Starters', () => {
  const service = () => new StarterService(world.parts)

  test('only those whose tools are there are offered', () => {
    expect(service().list()).toEqual([])
    world.parts.registry.register([calculator, time])
    expect(
      service()
        .list()
        .map(({ key }) => key),
    ).toEqual(['calculator-and-clock', 'world-clock'])
    expect(refusal(() => service().create('weather-guide')).code).toBe('NOT_FOUND')
  })

  test('P7: the first starter’s calculator asks, its clock does not, and the card says so', () => {
    world.parts.registry.register([calculator, time])
    const [card] = service().list()
    expect(card?.example_prompt).toBe('what is 19% of 240, and what time is it in Tokyo?')
    expect(card?.tools.map(({ tool, asks }) => [tool.name, asks])).toEqual([
      ['calculator', true],
      ['time', false],
    ])
    const agent = service().create('calculator-and-clock')
    const { activation } = world.parts
    expect(activation.enabledTools(agent.id)).toEqual([calculator, time])
    expect(activation.operations(agent.id, calculator)).toMatchObject([
      { requiresApproval: true, override: { enabled: null, requiresApproval: true } },
    ])
    expect(activation.operations(agent.id, time).map(({ requiresApproval }) => requiresApproval)).toEqual([
      false,
      false,
    ])
  })

  test('C5: a starter that cannot be finished leaves nothing', () => {
    const needy = core('time', [])
    world.parts.registry.register([
      { ...needy, metadata: { ...needy.metadata, settings: [{ key: 'k', label: 'K', type: 'text', required: true }] } },
    ])
    expect(refusal(() => service().create('world-clock')).code).toBe('SETTINGS_MISSING')
    expect(world.parts.agents.list()).toEqual([])
  })
})
