import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SettingInfo } from '@spora/sdk'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { completeOperation } from '../../sdk/operations-of.ts'
import type { SettingChange, SettingScope } from '../../shared/contract/settings.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { ToolData } from '../agents/tool-data.ts'
import { registeredTool } from '../tools/create-registered-tool.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { Runtime } from './runtime.ts'
import type { TaskRow } from './task-store.ts'
import { MODEL, openParts, partsOn } from './testing/open-parts.ts'
import { ScriptedDriver } from './testing/scripted-driver.ts'

const SETTINGS: readonly SettingInfo[] = [
  { key: 'region', label: 'Region', type: 'text', default: 'here', exposeToLlm: true },
  { key: 'safe', label: 'Safe', type: 'toggle', default: true, exposeToLlm: true },
  { key: 'colleagues', label: 'Colleagues', type: 'multi-select', resolveAs: 'agent', exposeToLlm: true },
  { key: 'skills', label: 'Skills', type: 'multi-select', resolveAs: 'skill', exposeToLlm: true },
  { key: 'token', label: 'Token', type: 'password' },
]
/** Without what stands in files. */
const SETTLED = SETTINGS.filter(({ resolveAs }) => resolveAs !== 'skill')
const NEEDY: readonly SettingInfo[] = [
  { key: 'account', label: 'Account', type: 'text', required: true, exposeToLlm: true },
]

interface Kind {
  readonly slug: string | null
  readonly name: string
  readonly settings?: readonly SettingInfo[]
  readonly description?: string
}

function tool({ slug, name, settings = SETTINGS, description = 'Does it.' }: Kind): RegisteredTool {
  const operation = (operationName: string, more = {}) =>
    completeOperation({ name: operationName, description: `To ${operationName}.`, effect: 'none', ...more })
  return registeredTool({
    metadata: {
      className: `${name}Tool`,
      tool: { name, description, displayName: null, category: 'general', icon: null },
      operations: [
        operation('read'),
        operation('write', { effect: 'write' }),
        operation('purge', { effect: 'destructive' }),
      ],
      parameters: [{ name: 'what', type: 'string', description: 'What.', required: ['read'] }],
      settings,
    },
    slug,
    runner: { execute: () => Promise.reject(new Error('Never called.')), describe: async () => null },
  })
}

const CORE: readonly Kind[] = [
  { slug: null, name: 'notes' },
  { slug: null, name: 'post', settings: NEEDY },
  { slug: null, name: 'acme__a', settings: SETTLED },
]
const PLUGIN: readonly Kind[] = [
  { slug: 'acme', name: 'a' },
  { slug: 'acme', name: 'b', settings: [...NEEDY, ...SETTINGS] },
]

const core = CORE.map(tool)
/** The plugin as it was, twice, for it is another object after each load; and after an update. */
const loads = {
  on: [PLUGIN.map(tool), PLUGIN.map(tool)],
  other: PLUGIN.map(kind => tool({ ...kind, description: 'Does other things.' })),
}

const { signal } = new AbortController()
const { skill, skills } = (() => {
  const texts = new Map<string, string>()
  return {
    skills: texts,
    skill: (name: string) => {
      const description = texts.get(name)
      return description === undefined ? null : { name, description }
    },
  }
})()

let folder: string
let parts: ReturnType<typeof openParts>
let runtime: Runtime

function open(tools: readonly RegisteredTool[]): void {
  folder = mkdtempSync(join(tmpdir(), 'spora-definitions-'))
  parts = openParts(folder, tools, { skill })
  parts.database.sqlite.pragma('synchronous = OFF') // many small writes, and nothing that has to survive
  runtime = runtimeOn(parts)
  for (const index of [1, 2, 3]) parts.agents.create({ name: `Agent ${index}` })
}
function close(): void {
  parts.database.close()
  rmSync(folder, { recursive: true })
}

const driverFor = () => ({ driver: new ScriptedDriver(), config: MODEL })
function runtimeOn(on: Omit<typeof parts, 'models'>, limits = {}): Runtime {
  return new Runtime({ ...on, models: parts.models, drivers: { driverFor }, limits })
}

const ASKED = { agentId: 1, runnerUserId: 1, title: 'A', userPrompt: 'A', maxSteps: 1 }

/** A chat of this agent, or one that is the sub-agent's of a chat of another. */
function chat(agentId: number, parent?: TaskRow): TaskRow {
  const above = parent ? ({ parentTaskId: parent.id, origin: 'sub_agent' } as const) : {}
  return { ...ASKED, agentId, id: 0, data: {}, parentTaskId: null, ...above } as Partial<TaskRow> as TaskRow
}

function built(task: TaskRow, by = runtime) {
  const agent = { name: 'Ada', systemPrompt: '' } as Parameters<typeof by.requests.build>[1]
  return by.requests.build(task, agent, new ScriptedDriver(), [], signal)
}
const told = (agentId: number) => built(chat(agentId)).request.tools
/** How many definitions are other objects than before. */
const madeAnew = (agentId: number, before: readonly unknown[]) =>
  told(agentId).filter(each => !before.includes(each)).length

const set = (key: string, value: string): SettingChange => ({ key, action: 'set', value })
function save({ toolClass }: RegisteredTool, scope: SettingScope, change: SettingChange): void {
  parts.config.save(toolClass, scope, parts.config.view(toolClass, scope).revision, [change])
}

describe('what changed, and nothing else', () => {
  const many = Array.from({ length: 40 }, (_, index) =>
    tool({ slug: null, name: `things_${index}`, settings: index === 0 ? SETTINGS : SETTLED }),
  )
  const [ada = 0, bob = 0] = [1, 2]
  const [first, second] = many as [RegisteredTool, RegisteredTool]
  const global = { scope: 'global' } as const

  beforeEach(() => {
    open(many)
    for (const agentId of [ada, bob])
      for (const { toolClass } of many) parts.activation.setTool(agentId, toolClass, true)
  })
  afterEach(close)

  test('C6, F1: nothing changed: the very same definitions, and no question to the database about tools', () => {
    const before = told(ada)
    expect(before).toHaveLength(40)
    const statements = counted(() => expect(told(ada)).toBe(before))
    expect(statements).toBe(0)
  })

  test('C6: one changed setting, in any scope or for everybody, makes one definition anew', () => {
    const scopes: SettingScope[] = [global, { scope: 'user' }, { scope: 'agent', agent_id: ada }]
    for (const scope of scopes) {
      const before = told(ada)
      save(second, scope, set('region', scope.scope))
      expect(madeAnew(ada, before)).toBe(1)
      expect(told(ada)[1]?.description).toContain(`- Region: ${scope.scope}`)
    }
    const before = told(ada)
    save(second, { scope: 'agent', agent_id: ada }, { key: 'region', action: 'reset' })
    expect(madeAnew(ada, before)).toBe(1)
    expect(told(ada)[1]?.description).toContain('- Region: user')
  })

  test('C6: what a model is not told makes none: a setting that is not exposed, a secret, the same value again', () => {
    const before = told(ada)
    save(first, global, set('token', 'secret'))
    expect(madeAnew(ada, before)).toBe(0)
    save(first, global, set('region', 'here'))
    expect(madeAnew(ada, before)).toBe(0)
  })

  test('F1: one operation switched off makes one; asking first makes none', () => {
    const before = told(ada)
    parts.activation.setOperation(ada, first.toolClass, 'write', { requires_approval: true })
    expect(madeAnew(ada, before)).toBe(0)
    parts.activation.setOperation(ada, first.toolClass, 'write', { enabled: false })
    expect(madeAnew(ada, before)).toBe(1)
  })

  test('F1: a tool switched off or on leaves the others', () => {
    const before = told(ada)
    parts.activation.setTool(ada, first.toolClass, false)
    expect(told(ada)).toHaveLength(39)
    expect(madeAnew(ada, before)).toBe(0)
    parts.activation.setTool(ada, first.toolClass, true)
    expect(madeAnew(ada, before)).toBe(1)
  })

  test('C6: offers that were not used for long are forgotten, and made again when they are wanted', () => {
    const small = runtimeOn(parts, { keptOffers: 2 })
    const offered = (agentId: number) => built(chat(agentId), small).request.tools
    const before = offered(ada)
    const others = [bob, 3, bob, 3]
    offered(bob)
    expect(offered(ada)).toBe(before)
    for (const other of others) offered(other)
    const again = offered(ada)
    expect(again).not.toBe(before)
    expect(again).toEqual(before)
  })

  test('C6: what changes for another agent changes nothing', () => {
    const before = told(ada)
    save(first, { scope: 'agent', agent_id: bob }, set('region', 'there'))
    parts.activation.setOperation(bob, first.toolClass, 'write', { enabled: false })
    parts.activation.setTool(bob, second.toolClass, false)
    parts.agents.duplicate(bob)
    expect(told(bob)).toHaveLength(39)
    expect(madeAnew(ada, before)).toBe(0)
  })

  test('C6: a skill’s new text is told at the next request, and makes one definition anew', () => {
    save(first, global, { key: 'skills', action: 'set', value: ['tax'] })
    expect(told(ada)[0]?.description).toContain('- Skills: (not configured)')
    skills.set('tax', 'About taxes.')
    const before = told(ada)
    expect(before[0]?.description).toContain('- Skills: tax: About taxes.')
    skills.set('tax', 'About other taxes.')
    expect(madeAnew(ada, before)).toBe(1)
    skills.clear()
  })

  test('C6: an agent’s new name is told at the next request, and no name that was undone', () => {
    save(second, global, { key: 'colleagues', action: 'set', value: [bob] })
    const colleagues = () => /Colleagues: (.*)/.exec(told(ada)[1]?.description ?? '')?.[1]
    expect(colleagues()).toBe('Agent 2 (#2)')
    const undo = () =>
      parts.database.transaction(() => {
        parts.agents.update(bob, { name: 'Rob' })
        expect(colleagues()).toBe('Rob (#2)')
        throw new Error('Undone.')
      })
    expect(undo).toThrow('Undone.')
    expect(colleagues()).toBe('Agent 2 (#2)')
    const before = told(ada)
    parts.agents.update(bob, { name: 'Bob' })
    expect(colleagues()).toBe('Bob (#2)')
    expect(madeAnew(ada, before)).toBe(1)
  })

  test('C6: an agent with the number of one that was deleted has nothing of it', () => {
    const gone = parts.agents.duplicate(ada).id
    expect(told(gone)).toHaveLength(40)
    parts.agents.remove(gone)
    const { id } = parts.agents.create({ name: 'New' })
    // Numbers do not come again by themselves.
    expect(id).toBeGreaterThan(gone)
    parts.database.sqlite.prepare('UPDATE agents SET id = ? WHERE id = ?').run(gone, id)
    expect(told(gone)).toEqual([])
  })

  test('C6: the first request asks the database as often for 40 tools as for one', () => {
    const few = parts.agents.create({ name: 'Few' }).id
    parts.activation.setTool(few, first.toolClass, true)
    const questions = (agentId: number) => {
      const fresh = runtimeOn(partsOn({ ...parts, skill }))
      return counted(() => built(chat(agentId), fresh))
    }
    expect(questions(ada)).toBe(questions(few))
    expect(questions(ada)).toBeGreaterThan(0)
  })
})

/** How many statements are run. */
function counted(work: () => void): number {
  const prototype = Object.getPrototypeOf(parts.database.sqlite.prepare('SELECT 1')) as Record<string, unknown>
  const names = ['get', 'all', 'run', 'iterate'] as const
  const originals = names.map(name => prototype[name] as (...args: unknown[]) => unknown)
  let count = 0
  names.forEach((name, index) => {
    prototype[name] = function (this: unknown, ...args: unknown[]) {
      count++
      return originals[index]?.apply(this, args)
    }
  })
  try {
    work()
  } finally {
    names.forEach((name, index) => {
      prototype[name] = originals[index]
    })
  }
  return count
}

const CLASSES = [...CORE, ...PLUGIN].map(({ slug, name }) => `${slug ?? 'core'}/${name}Tool`)
const toolClass = fc.constantFrom(...CLASSES)
const which = fc.nat({ max: 5 })
const scope = fc.oneof(
  fc.constant({ kind: 'global' } as const),
  fc.constant({ kind: 'user' } as const),
  fc.record({ kind: fc.constant('agent' as const) }),
)
const change = fc.oneof(
  fc.record({ key: fc.constantFrom('region', 'account', 'token'), value: fc.constantFrom('x', 'y', '') }),
  fc.record({ key: fc.constant('safe'), value: fc.boolean() }),
  fc.record({ key: fc.constant('colleagues'), value: fc.subarray([1, 2, 3, 4, 5]) }),
  fc.record({ key: fc.constant('skills'), value: fc.subarray(['tax', 'law']) }),
)
const flag = fc.constantFrom(true, false, null)

type Step = { readonly kind: string } & Record<string, unknown>
const write = fc.oneof(
  fc.record({ kind: fc.constant('tool'), which, toolClass, on: fc.boolean() }),
  fc.record({
    kind: fc.constant('operation'),
    which,
    toolClass,
    operation: fc.constantFrom('read', 'write', 'purge'),
    enabled: flag,
    asks: flag,
  }),
  fc.record({
    kind: fc.constant('setting'),
    which,
    toolClass,
    scope,
    action: fc.constantFrom('set', 'set', 'empty', 'reset'),
    change,
  }),
  fc.record({ kind: fc.constant('rename'), which, name: fc.constantFrom('Ada', 'Bob') }),
  fc.record({ kind: fc.constant('agent'), how: fc.constantFrom('new', 'copy', 'remove'), which }),
  fc.record({ kind: fc.constant('plugin'), how: fc.constantFrom('off', 'on', 'other', 'drop', 'move') }),
  fc.record({ kind: fc.constant('copy settings'), which, to: which, toolClass }),
  fc.record({
    kind: fc.constant('skill'),
    name: fc.constantFrom('tax', 'law'),
    text: fc.constantFrom('One.', 'Two.', null),
  }),
) as fc.Arbitrary<Step>
const step = fc.oneof(
  { weight: 8, arbitrary: write },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('request'), which }) as fc.Arbitrary<Step> },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('undone'),
      steps: fc.array(write, { maxLength: 3 }),
      which,
    }) as fc.Arbitrary<Step>,
  },
)

/** One of each kind: what chance leaves out is compared all the same. */
const EACH_KIND: readonly Step[] = [
  { kind: 'tool', which: 2, toolClass: CLASSES[0], on: true },
  { kind: 'operation', which: 2, toolClass: CLASSES[0], operation: 'read', enabled: false, asks: true },
  ...['set', 'empty', 'reset'].map(action => ({
    kind: 'setting',
    which: 2,
    toolClass: CLASSES[0],
    scope: { kind: 'agent' },
    action,
    change: { key: 'region', value: 'x' },
  })),
  { kind: 'request', which: 2 },
  { kind: 'rename', which: 1, name: 'Ada' },
  { kind: 'agent', how: 'new', which: 1 },
  { kind: 'agent', how: 'copy', which: 1 },
  { kind: 'agent', how: 'remove', which: 5 },
  { kind: 'copy settings', which: 2, to: 1, toolClass: CLASSES[0] },
  { kind: 'skill', name: 'tax', text: 'One.' },
  { kind: 'undone', steps: [{ kind: 'rename', which: 1, name: 'Bob' }], which: 2 },
  ...['off', 'on', 'other', 'drop', 'move'].map(how => ({ kind: 'plugin', how })),
]

describe('random writes', () => {
  test('C6, F1, T1: after any writes, also undone ones, what is told and allowed is what a new start would make of it', () => {
    const applied = new Set<string>()
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), steps => {
        open([...core, ...(loads.on[0] ?? [])])
        try {
          const parent = runtime.journal.tasks.insert(ASKED)
          for (const each of CLASSES.slice(0, 4)) attempt(() => parts.activation.setTool(2, each, true))
          for (const each of steps) if (attempt(() => apply(each, parent))) applied.add(label(each))
          compare(parent)
        } finally {
          close()
          skills.clear()
        }
      }),
      { numRuns: loops(400), examples: [[[...EACH_KIND]]] },
    )
    // Every kind of write was among them and was not refused.
    expect([...applied].sort()).toEqual([
      'agent copy',
      'agent new',
      'agent remove',
      'copy settings',
      'operation',
      'plugin drop',
      'plugin move',
      'plugin off',
      'plugin on',
      'plugin other',
      'rename',
      'request',
      'setting empty',
      'setting reset',
      'setting set',
      'skill',
      'tool',
      'undone',
    ])
  }, 120_000)
})

const label = ({ kind, how, action }: Step) => [kind, how, action].filter(part => typeof part === 'string').join(' ')

/** False when it was refused, as it may be. */
function attempt(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof SporaError) return false
    throw error
  }
}

const agentAt = (index: unknown) => parts.agents.list()[Number(index) % parts.agents.list().length]?.id ?? 0

function apply(each: Step, parent: TaskRow): void {
  writes[each.kind]?.({ each, agentId: agentAt(each.which), of: each.toolClass as string, parent })
}

interface Applied {
  readonly each: Step
  readonly agentId: number
  readonly of: string
  readonly parent: TaskRow
}

const writes: Record<string, (applied: Applied) => unknown> = {
  tool: ({ each, agentId, of }) => parts.activation.setTool(agentId, of, each.on as boolean),
  operation({ each, agentId, of }) {
    const chosen = { enabled: each.enabled as boolean | null, requires_approval: each.asks as boolean | null }
    parts.activation.setOperation(agentId, of, each.operation as string, chosen)
  },
  setting({ each, agentId, of }) {
    const { config } = parts
    const { kind } = each.scope as { kind: 'global' | 'user' | 'agent' }
    const place = kind === 'agent' ? { scope: kind, agent_id: agentId } : { scope: kind }
    const { key, value } = each.change as { key: string; value: string }
    const how = each.action === 'set' ? set(key, value) : ({ key, action: each.action } as SettingChange)
    config.save(of, place, config.view(of, place).revision, [how])
  },
  rename: ({ each, agentId }) => parts.agents.update(agentId, { name: each.name as string }),
  agent({ each, agentId }) {
    if (each.how === 'new') parts.agents.create({ name: 'New' })
    else if (each.how === 'copy') parts.agents.duplicate(agentId)
    else parts.agents.remove(agentId)
  },
  plugin({ each }) {
    const { registry } = parts
    if (each.how === 'drop') new ToolData(parts).drop('acme')
    else if (each.how === 'move') new ToolData(parts).move('acme/aTool', 'acme/bTool', 'b')
    else registry.removePlugin('acme')
    const { on, other } = loads
    if (each.how === 'on') registry.register(on.reverse()[0] ?? [])
    if (each.how === 'other') registry.register(other)
  },
  'copy settings': ({ each, agentId, of }) => parts.config.copyToolSettings(of, agentId, agentAt(each.to)),
  skill({ each }) {
    if (each.text === null) skills.delete(each.name as string)
    else skills.set(each.name as string, each.text as string)
  },
  request({ agentId, parent }) {
    built(chat(agentId))
    built(chat(agentId, parent))
  },
  undone({ each, agentId, parent }) {
    const undo = new Error('Undone.')
    const { which } = each
    try {
      parts.database.transaction(() => {
        // A registry is no part of a transaction.
        for (const inner of each.steps as Step[])
          if (inner.kind !== 'plugin' && inner.kind !== 'skill') attempt(() => apply({ ...inner, which }, parent))
        attempt(() => built(chat(agentId)))
        throw undo
      })
    } catch (error) {
      if (error !== undo) throw error
    }
    compare(parent)
  },
}

function compare(parent: TaskRow): void {
  const fresh = runtimeOn(partsOn({ ...parts, skill }))
  for (const { id } of parts.agents.list())
    for (const task of [chat(id), chat(id, parent)]) expect(known(built(task))).toEqual(known(built(task, fresh)))
}

function known({ request, planner }: ReturnType<typeof built>) {
  return {
    tools: request.tools,
    canonical: request.tools.map(({ wireName }) => planner.canonical(wireName)),
    offered: [...planner.offered].map(([name, { tool: of, operations }]) => [
      name,
      operations,
      operations.map(({ operation }) => planner.policy(of, operation, {})),
    ]),
    disabled: [...planner.disabled].map(([name, of]) => [name, of.toolClass]),
    wireNames: planner.wireNames,
  }
}
