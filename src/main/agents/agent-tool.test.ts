import { describeToolClass, type JsonValue } from '@spora/sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AGENT_LIMITS } from '../../shared/agent-limits.ts'
import { agentChange } from '../../shared/contract/agents.ts'
import { LIMITS } from '../builtin/agent/agent-fields.ts'
import { readAgentPatch } from '../builtin/agent/agent-patch.ts'
import { AgentTool } from '../builtin/agent/agent-tool.ts'
import { checkArguments } from '../tools/check-arguments.ts'
import { rightsTo } from './agent-rights.ts'
import { AGENT, type AgentWorld, agentWorld, CALCULATOR, mail, search } from './testing/agent-world.ts'

let world: AgentWorld
beforeEach(() => {
  world = agentWorld()
})
afterEach(() => world.close())

const jsonOf = (content: string) => JSON.parse(content.slice(content.indexOf('{'))) as Record<string, JsonValue>
const rights = (id: number, tool = mail) => Object.fromEntries(rightsTo(world.parts.activation, id, tool))

test('the agent tool allows what an agent may hold', () => {
  expect(AGENT_LIMITS).toMatchObject(LIMITS)
})

test('A2: what an agent may write, a window may save: characters are counted alike', () => {
  for (const [field, most] of [
    ['name', AGENT_LIMITS.name],
    ['description', AGENT_LIMITS.description],
  ] as const) {
    expect(readAgentPatch({ [field]: '😀'.repeat(most) }).ok).toBe(true)
    expect(agentChange.safeParse({ [field]: '😀'.repeat(most) }).success).toBe(true)
    expect(readAgentPatch({ [field]: '😀'.repeat(most + 1) }).ok).toBe(false)
    expect(agentChange.safeParse({ [field]: '😀'.repeat(most + 1) }).error?.message).toContain(`at most ${most}`)
  }
})

describe('A1: get_available_tools', () => {
  test('A1: version 2 of the contract: compact JSON, these fields in this order, state of the calling agent', () => {
    const id = world.builderAgent('Planner', [mail.toolClass])
    world.parts.activation.setOperation(id, mail.toolClass, 'send', { requires_approval: false })
    const { content, success } = world.call(id, { action: 'get_available_tools' })
    expect(success).toBe(true)
    const answer = JSON.parse(content)
    expect(content).toBe(JSON.stringify(answer))
    expect(Object.keys(answer)).toEqual(['version', 'count', 'tools'])
    expect(answer).toMatchObject({ version: 2, count: 4 })
    expect(answer.tools[0]).toEqual({
      tool_class: CALCULATOR,
      display_name: 'Calculator',
      description: expect.any(String),
      plugin_slug: null,
      enabled: false,
      ready_to_enable: true,
      missing_required: [],
      operations: [
        { name: 'calculate', description: 'Evaluate an expression.', enabled: true, requires_approval: false },
      ],
    })
    expect(Object.keys(answer.tools[0])).toEqual([
      'tool_class',
      'display_name',
      'description',
      'plugin_slug',
      'enabled',
      'ready_to_enable',
      'missing_required',
      'operations',
    ])
    const of = (toolClass: string) => answer.tools.find((tool: { tool_class: string }) => tool.tool_class === toolClass)
    expect(of(mail.toolClass)).toMatchObject({ plugin_slug: 'acme', enabled: true })
    expect(of(mail.toolClass).operations).toContainEqual(
      expect.objectContaining({ name: 'send', enabled: true, requires_approval: false }),
    )
  })

  test('A1: keys of what is missing, and no value of any setting', () => {
    const id = world.builderAgent()
    const missing = JSON.parse(world.call(id, { action: 'get_available_tools' }).content).tools.at(-1)
    expect(missing).toMatchObject({
      tool_class: search.toolClass,
      enabled: false,
      ready_to_enable: false,
      missing_required: ['api_key'],
    })
    world.set(search, { scope: 'agent', agent_id: id }, { api_key: 'k-canary-1' })
    const { content, data } = world.call(id, { action: 'get_available_tools' })
    expect(JSON.parse(content).tools.at(-1)).toMatchObject({ ready_to_enable: true, missing_required: [] })
    expect(content + JSON.stringify(data)).not.toContain('canary')
  })
})

describe('A2: create_agent', () => {
  test('A2: an agent of the same owner, without tools, with its number and the next step in the content', () => {
    const id = world.builderAgent()
    const payload = { name: ' Bot ', description: 'd', system_prompt: 's', max_steps: 5, allow_followup: false }
    const { content, success } = world.call(id, { action: 'create_agent', payload })
    expect(success).toBe(true)
    const made = jsonOf(content)
    expect(made).toMatchObject({ ...payload, name: 'Bot', tools: [], created_by_agent_id: id, retry_after_minutes: 0 })
    expect(content).toContain(`configure_tools with agent_id ${made.agent_id}`)
    expect(world.parts.agents.get(Number(made.agent_id))).toMatchObject({ parentAgentId: id, llmConfigId: null })
    expect(world.parts.activation.enabledClasses(Number(made.agent_id))).toEqual([])
  })

  test('A2: the shape of a template is refused with the exact calls to send instead', () => {
    const id = world.builderAgent()
    const { content, success } = world.call(id, {
      action: 'create_agent',
      payload: {
        name: 'Bot',
        agent: { system_prompt: 'Be short.', max_steps: 3 },
        tools: [{ tool_class: CALCULATOR, enabled: true, operations: [{ name: 'calculate', auto_approve: true }] }],
      },
    })
    expect(success).toBe(false)
    const create = /Send (\{.*?\}\}) instead/.exec(content)?.[1] ?? ''
    expect(JSON.parse(create)).toEqual({
      action: 'create_agent',
      payload: { name: 'Bot', system_prompt: 'Be short.', max_steps: 3 },
    })
    expect(content).toContain(
      `{"action":"configure_tools","agent_id":<agent_id>,"tools":[{"tool_class":"${CALCULATOR}","enabled":true,"operations":[{"name":"calculate","auto_approve":true}]}]}`,
    )
    expect(world.call(id, JSON.parse(create)).success).toBe(true)
  })

  test.each([
    [{ name: 'x', llm_config_id: 3 }, 'Only the operator chooses the model'],
    [{ name: 'x', tools: ['a'] }, 'configure_tools'],
    [{ name: 'x', required_plugins: [] }, 'template'],
    [{ name: 'x', max_steps: 101 }, '1 to 100'],
    [{ name: '\f' }, 'empty'],
    [{ name: 'x', description: 5 }, 'text'],
  ])('A2: %j is refused with a sentence', (payload, words) => {
    const id = world.builderAgent()
    const before = world.parts.agents.list().length
    const { content, success } = world.call(id, { action: 'create_agent', payload })
    expect([success, content]).toEqual([false, expect.stringContaining(words)])
    expect(world.parts.agents.list()).toHaveLength(before)
  })

  test('N2: the same call makes one agent, however often it is repeated', () => {
    const id = world.builderAgent()
    const args = { action: 'create_agent', payload: { name: 'Bot' } }
    const [first, second] = [world.call(id, args, 'call-x'), world.call(id, args, 'call-x')]
    expect(jsonOf(second.content).agent_id).toBe(jsonOf(first.content).agent_id)
    expect(world.parts.agents.list()).toHaveLength(2)
    world.call(id, args, 'call-y')
    expect(world.parts.agents.list()).toHaveLength(3)
  })

  test('A3: agents that make agents have an end', () => {
    let id = world.builderAgent('Planner', [])
    for (let depth = 1; depth < 5; depth++) {
      const child = world.create(id, `Level ${depth}`)
      world.configure(id, child, [
        { tool_class: AGENT, enabled: true, operations: [{ name: 'create_agent', enabled: true }] },
      ])
      id = child
    }
    expect(world.call(id, { action: 'create_agent', payload: { name: 'Too deep' } })).toMatchObject({
      success: false,
      content: expect.stringContaining('operator'),
    })
  })
})

describe('A2: configure_tools', () => {
  test('A2, A4: what is left out stays as it is; the answer holds the enabled tools and those that were named', () => {
    const id = world.builderAgent('Planner', [mail.toolClass, CALCULATOR])
    const child = world.create(id)
    world.configure(id, child, [
      { tool_class: CALCULATOR, enabled: true },
      { tool_class: mail.toolClass, enabled: true, operations: [{ name: 'send', enabled: true, auto_approve: false }] },
    ])
    const { content } = world.configure(id, child, [
      { tool_class: mail.toolClass, enabled: false, operations: [{ name: 'list', enabled: false }] },
    ])
    const manifest = jsonOf(content)
    expect(manifest.tools).toEqual([
      {
        tool_class: CALCULATOR,
        icon: 'zap',
        enabled: true,
        operations: [{ name: 'calculate', enabled: true, requires_approval: false }],
      },
      {
        tool_class: mail.toolClass,
        icon: null,
        enabled: false,
        operations: [
          { name: 'list', enabled: false, requires_approval: false },
          { name: 'send', enabled: true, requires_approval: true },
          { name: 'purge', enabled: true, requires_approval: true },
          { name: 'hidden', enabled: false, requires_approval: true },
        ],
      },
    ])
  })

  test('A2: unknown classes and operations, odd entries and repeats are refused, and nothing of the call is done', () => {
    const id = world.builderAgent('Planner', [mail.toolClass, CALCULATOR])
    const child = world.create(id)
    const good = { tool_class: CALCULATOR, enabled: true }
    const refused: [JsonValue, string][] = [
      [[good, { tool_class: 'acme/NoTool', enabled: true }], 'no tool class'],
      [[good, { tool_class: mail.toolClass, operations: [{ name: 'zap' }] }], 'no operation “zap”'],
      [[good, { tool_class: mail.toolClass, enabled: 'yes' }], 'tools[1].enabled'],
      [[good, { tool_class: mail.toolClass, operations: [{ name: 'send', auto_approve: 1 }] }], 'auto_approve'],
      [[good, { tool_class: mail.toolClass, foo: 1 }], '"foo"'],
      [[good, 'mail'], 'tools[1]'],
      [[good, good], 'twice'],
      ['x', 'list'],
    ]
    for (const [tools, words] of refused) {
      const { success, content } = world.configure(id, child, tools)
      expect([success, content]).toEqual([false, expect.stringContaining(words)])
      expect(world.parts.activation.enabledClasses(child)).toEqual([])
    }
  })

  test('A2: a list that came as {"item": [...]} is taken for what it means', () => {
    const id = world.builderAgent('Planner', [CALCULATOR])
    const child = world.create(id)
    const item = { item: [{ tool_class: CALCULATOR, enabled: true, operations: { item: [{ name: 'calculate' }] } }] }
    // On its way to the tool it is checked as every call is.
    const metadata = describeToolClass(AgentTool)
    const args = { action: 'configure_tools', agent_id: child, tools: item }
    const checked = checkArguments(metadata, 'configure_tools', args)
    expect(checked).toMatchObject({ ok: true, coerced: ['/tools'] })
    for (const tools of [item, checked.ok ? (checked.value.tools ?? null) : null]) {
      expect(world.configure(id, child, tools).success).toBe(true)
      expect(world.parts.activation.enabledClasses(child)).toEqual([CALCULATOR])
      world.parts.activation.setTool(child, CALCULATOR, false)
    }
  })

  test('C5: a tool whose settings are missing is enabled by no road; the sentence says who can help', () => {
    const id = world.builderAgent()
    world.set(search, { scope: 'agent', agent_id: id }, { api_key: 'k-canary-2' })
    world.parts.activation.setTool(id, search.toolClass, true)
    const child = world.create(id)
    // What its maker has set for itself counts for it too: it works within the same bounds.
    const { success, content } = world.configure(id, child, [{ tool_class: search.toolClass, enabled: true }])
    expect([success, content]).toEqual([true, expect.not.stringContaining('canary')])
    expect(world.parts.config.getEffectiveSettings(search.toolClass, child, 1)).toEqual({ api_key: 'k-canary-2' })

    world.save(search, { scope: 'agent', agent_id: id }, { key: 'api_key', action: 'reset' })
    const other = world.create(id, 'Other')
    expect(world.configure(id, other, [{ tool_class: search.toolClass, enabled: true }])).toMatchObject({
      success: false,
      content: expect.stringMatching(/api_key.*Only the operator/s),
    })
    expect(world.parts.activation.enabledClasses(other)).toEqual([])
  })
})

describe('A3: nobody gives what it does not have', () => {
  test('A3: not to itself, not to its maker, not to an agent it did not make', () => {
    const id = world.builderAgent('Planner', [CALCULATOR])
    const child = world.create(id)
    world.configure(id, child, [
      { tool_class: AGENT, enabled: true, operations: [{ name: 'configure_tools', enabled: true }] },
    ])
    const stranger = world.parts.agents.create({ name: 'Stranger' }).id
    for (const [caller, target] of [
      [id, id],
      [child, id],
      [id, stranger],
    ] as const) {
      const { success, content } = world.configure(caller, target, [{ tool_class: CALCULATOR, enabled: true }])
      expect([success, content]).toEqual([false, expect.stringContaining('Only the operator can')])
    }
    const withoutTarget = world.call(id, {
      action: 'configure_tools',
      tools: [{ tool_class: mail.toolClass, enabled: true }],
    })
    expect(withoutTarget.success).toBe(false)
    expect(world.parts.activation.enabledClasses(stranger)).toEqual([])
  })

  test('A3: neither tools nor operations nor approval beyond its own, whether the tool is enabled there or not', () => {
    const id = world.builderAgent('Planner', [mail.toolClass])
    const child = world.create(id)
    const refused: JsonValue[] = [
      [{ tool_class: CALCULATOR, enabled: true }],
      [{ tool_class: CALCULATOR, enabled: false, operations: [{ name: 'calculate', auto_approve: true }] }],
      [{ tool_class: mail.toolClass, enabled: true, operations: [{ name: 'hidden', enabled: true }] }],
      [{ tool_class: mail.toolClass, enabled: true, operations: [{ name: 'send', auto_approve: true }] }],
      [{ tool_class: mail.toolClass, enabled: true, operations: [{ name: 'purge', auto_approve: true }] }],
    ]
    for (const tools of refused) {
      expect(world.configure(id, child, tools)).toMatchObject({
        success: false,
        content: expect.stringContaining('Only the operator can'),
      })
      expect(world.parts.activation.enabledClasses(child)).toEqual([])
      expect(world.parts.activation.operations(child, mail).every(({ override }) => override.enabled === null)).toBe(
        true,
      )
    }
    const allowed = [{ tool_class: mail.toolClass, enabled: true, operations: [{ name: 'list', auto_approve: true }] }]
    expect(world.configure(id, child, allowed).success).toBe(true)
    expect(rights(child)).toEqual({ list: 'free', send: 'asks', purge: 'asks', hidden: 'off' })
  })

  test('A3: what a tool allows by itself is narrowed to what the calling agent has, and said', () => {
    const id = world.builderAgent('Planner', [mail.toolClass])
    const { activation } = world.parts
    activation.setOperation(id, mail.toolClass, 'list', { requires_approval: true })
    activation.setOperation(id, mail.toolClass, 'send', { enabled: false })
    const child = world.create(id)
    const { content } = world.configure(id, child, [{ tool_class: mail.toolClass, enabled: true }])
    expect(rights(child)).toEqual({ list: 'asks', send: 'off', purge: 'asks', hidden: 'off' })
    expect(jsonOf(content).warnings).toEqual([
      `${mail.toolClass}, list: asks first, as on the calling agent.`,
      `${mail.toolClass}, send: off, as on the calling agent.`,
    ])
  })

  test('A3: what lies switched off on the other agent comes back no stronger than the calling agent', () => {
    const id = world.builderAgent('Planner', [mail.toolClass])
    const child = world.create(id)
    const { activation } = world.parts
    activation.setTool(child, mail.toolClass, true)
    activation.setOperation(child, mail.toolClass, 'send', { requires_approval: false })
    activation.setTool(child, mail.toolClass, false)
    world.configure(id, child, [{ tool_class: mail.toolClass, enabled: true }])
    expect(rights(child).send).toBe('asks')
  })

  test('A3: what the operator gave a sub-agent stays, also beyond what its maker has', () => {
    const id = world.builderAgent('Planner', [CALCULATOR])
    const child = world.create(id)
    world.parts.activation.setTool(child, mail.toolClass, true)
    world.configure(id, child, [{ tool_class: CALCULATOR, enabled: true }, { tool_class: mail.toolClass }])
    expect(rights(child).send).toBe('asks')
    world.configure(id, child, [{ tool_class: mail.toolClass, enabled: false }])
    expect(rights(child).send).toBe('off')
  })

  test('A3: a grandchild is given what everybody in between has', () => {
    const id = world.builderAgent('Planner', [mail.toolClass])
    const child = world.create(id)
    const give = [
      {
        tool_class: AGENT,
        enabled: true,
        operations: [
          { name: 'create_agent', enabled: true },
          { name: 'configure_tools', enabled: true },
        ],
      },
    ]
    world.configure(id, child, give)
    const grandchild = world.create(child)
    expect(world.configure(id, grandchild, [{ tool_class: mail.toolClass, enabled: true }]).success).toBe(false)
    world.configure(id, child, [{ tool_class: mail.toolClass, enabled: true }])
    expect(world.configure(id, grandchild, [{ tool_class: mail.toolClass, enabled: true }]).success).toBe(true)
  })
})

describe('A2: update_agent, read_agent, list_agents', () => {
  test('A2: only what is named changes, everything is checked, and the model is not the agent’s to choose', () => {
    const id = world.builderAgent()
    const child = world.create(id)
    const update = (agent: JsonValue, target: number | null = child) =>
      world.call(id, { action: 'update_agent', agent, ...(target === null ? {} : { agent_id: target }) })
    expect(update({ system_prompt: 'Be short.', description: null, name: ' B ' }).success).toBe(true)
    expect(world.parts.agents.get(child)).toMatchObject({ name: 'B', systemPrompt: 'Be short.', maxSteps: 10 })
    for (const [agent, words] of [
      [{ llm_config_id: 1 }, 'only the operator'],
      [{ llm_driver_config_id: 1 }, 'only the operator'],
      [{ max_steps: '5' }, '1 to 100'],
      [{ name: ' ' }, 'empty'],
      [{ notes: 'x' }, 'write_notes'],
      [{ tools: [] }, 'no field "tools"'],
      [{}, 'must hold'],
    ] as [JsonValue, string][])
      expect(update(agent)).toMatchObject({ success: false, content: expect.stringContaining(words) })
    expect(update({ description: 'Plans.' }, null).success).toBe(true)
    expect(world.parts.agents.get(id).description).toBe('Plans.')
  })

  test('A3: whose instructions it could write, it could use: only its own and those of what it made', () => {
    const id = world.builderAgent()
    const stranger = world.parts.agents.create({ name: 'Admin' }).id
    const { success, content } = world.call(id, { action: 'update_agent', agent_id: stranger, agent: { name: 'x' } })
    expect([success, content]).toEqual([false, expect.stringContaining('Only the operator')])
    const notes = world.call(id, { action: 'write_notes', agent_id: stranger, content: 'Do as I say.' })
    expect([notes.success, world.notes.read(stranger)]).toEqual([false, ''])
    // Nor those of its own child, once the operator gave that one more.
    const child = world.create(id)
    const update = () => world.call(id, { action: 'update_agent', agent_id: child, agent: { description: 'x' } })
    expect(update().success).toBe(true)
    world.parts.activation.setTool(child, mail.toolClass, true)
    expect(update()).toMatchObject({ success: false, content: expect.stringContaining('given more by the operator') })
  })

  test('A3: nor while the tool it was given is not there: it comes back', () => {
    const id = world.builderAgent('Planner', [mail.toolClass])
    const child = world.create(id)
    const { activation, registry } = world.parts
    const update = () => {
      registry.removePlugin('acme')
      const { success } = world.call(id, { action: 'update_agent', agent_id: child, agent: { description: 'x' } })
      registry.register([mail, search])
      return success
    }
    const choose = (agentId: number, [enabled, asks]: readonly [enabled: boolean | null, asks: boolean | null]) =>
      activation.setOperation(agentId, mail.toolClass, 'send', { enabled, requires_approval: asks })
    activation.setTool(child, mail.toolClass, true)
    expect(update()).toBe(true)
    for (const [own, its] of [
      [
        [null, null],
        [true, null],
      ],
      [
        [null, null],
        [null, false],
      ],
      [
        [false, null],
        [null, null],
      ],
      [
        [null, true],
        [null, null],
      ],
    ] as const) {
      choose(id, own)
      choose(child, its)
      expect([own, its, update()]).toEqual([own, its, false])
    }
    for (const [own, its] of [
      [
        [null, null],
        [false, true],
      ],
      [
        [true, false],
        [null, null],
      ],
      [
        [true, false],
        [true, false],
      ],
    ] as const) {
      choose(id, own)
      choose(child, its)
      expect([own, its, update()]).toEqual([own, its, true])
    }
    activation.setTool(id, mail.toolClass, false)
    expect(update()).toBe(false)
  })

  test('A2: agents of another owner are as unknown as those that do not exist', () => {
    world.parts.database.sqlite.exec("INSERT INTO principals VALUES (9, 'group')")
    const id = world.builderAgent()
    const foreign = world.parts.agents.create({ name: 'Foreign' }, 9).id
    for (const target of [foreign, 9_999])
      expect(world.call(id, { action: 'read_agent', agent_id: target })).toMatchObject({
        success: false,
        data: { error_code: 'AGENT_NOT_FOUND' },
      })
    expect(world.call(id, { action: 'read_agent', agent_id: 0 }).content).toContain('positive')
    expect(world.call(id, { action: 'list_agents' }).content).not.toContain('Foreign')
  })

  test('A2: the list has every agent of the owner, newest first, archived ones marked', () => {
    const id = world.builderAgent()
    const second = world.parts.agents.create({ name: 'Second', description: 'Does things.' }).id
    world.parts.agents.setArchived(second, true)
    const { content } = world.call(id, { action: 'list_agents' })
    expect(content).toBe(`- #${second} Second (archived) — Does things.\n- #${id} Planner`)
  })
})

describe('A2: notes', () => {
  test('A2: the model reads its notes; added parts are apart by a blank line; they can be cleared', () => {
    const id = world.builderAgent()
    const notes = (args: Record<string, JsonValue>) => world.call(id, { ...args })
    expect(notes({ action: 'read_notes' }).content).toContain('no notes')
    notes({ action: 'write_notes', content: 'one' })
    notes({ action: 'write_notes', content: 'zero', mode: 'prepend' })
    notes({ action: 'write_notes', content: '  ' })
    expect(notes({ action: 'read_notes' }).content).toBe('zero\n\none')
    notes({ action: 'write_notes_overwrite', content: 'new' })
    expect(world.notes.read(id)).toBe('new')
    notes({ action: 'write_notes_overwrite', content: '' })
    expect(world.notes.read(id)).toBe('')
  })

  test('N2: the same call adds once', () => {
    const id = world.builderAgent()
    for (let i = 0; i < 3; i++) world.call(id, { action: 'write_notes', content: 'one' }, 'call-n')
    expect(world.notes.read(id)).toBe('one')
  })

  test('notes have an end, and an odd character does not break them', () => {
    const id = world.builderAgent()
    expect(world.call(id, { action: 'write_notes', content: '🙂'.repeat(200_001) }).success).toBe(false)
    expect(world.call(id, { action: 'write_notes', content: 'a\ud800b' }).success).toBe(true)
    expect(world.notes.read(id)).toBe('a\ufffdb')
  })

  test('the window replaces only the notes it has seen', () => {
    const id = world.builderAgent()
    const first = world.notes.save(id, 'mine', null)
    expect(() => world.notes.save(id, 'other', null)).toThrow('changed meanwhile')
    expect(world.notes.save(id, 'next', first.updated_at).content).toBe('next')
  })

  test('a copy takes the notes along and belongs to the person who made it', () => {
    const id = world.builderAgent()
    const child = world.create(id)
    world.notes.write(child, 'kept')
    const copy = world.parts.agents.duplicate(child)
    expect([world.notes.read(copy.id), copy.parentAgentId]).toEqual(['kept', null])
  })
})

describe('what a person reads before approving', () => {
  test.each([
    [{ action: 'create_agent', payload: { name: 'Bot' } }, 'Make a new agent “Bot”, without tools'],
    [{ action: 'update_agent', agent: { name: 'x', max_steps: 3 } }, 'Change the calling agent: name, max_steps'],
    [{ action: 'write_notes_overwrite', content: 'hi' }, 'Replace all notes of the calling agent by: “hi”'],
    [{ action: 'read_agent', agent_id: 1 }, 'Read how agent #1 “Planner” is set up'],
  ])('%j: %s', (args, line) => {
    world.builderAgent()
    expect(world.tool.describeAction(args)).toBe(line)
  })

  test('P7: which tools, on or off, and what would run without asking', () => {
    world.builderAgent()
    const tools = [
      { tool_class: CALCULATOR, enabled: true, operations: [{ name: 'calculate', auto_approve: true }] },
      { tool_class: mail.toolClass, enabled: false },
      { tool_class: 'x/Unknown', operations: [{ name: 'a', enabled: false }] },
    ]
    expect(world.tool.describeAction({ action: 'configure_tools', agent_id: 77, tools })).toBe(
      'Set the tools of agent #77: Calculator on (calculate runs without asking); mail off; x/Unknown (a off)',
    )
  })
})
