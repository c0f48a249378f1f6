import type { JsonValue } from '@spora/sdk'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { exceeds, type Right, rightsTo } from './agent-rights.ts'
import { AGENT, type AgentWorld, agentWorld, CALCULATOR, mail } from './testing/agent-world.ts'

let world: AgentWorld
beforeAll(() => {
  world = agentWorld()
})
afterAll(() => world.close())

const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  [CALCULATOR]: ['calculate'],
  [mail.toolClass]: ['list', 'send', 'purge', 'hidden'],
  [AGENT]: ['create_agent', 'configure_tools', 'update_agent', 'write_notes_overwrite', 'list_agents'],
}
const classes = Object.keys(OPERATIONS)
const flag = fc.option(fc.boolean(), { nil: undefined })

const toolEntry = fc.constantFrom(...classes).chain(toolClass =>
  fc
    .record({
      enabled: flag,
      operations: fc.array(
        fc.record({ name: fc.constantFrom(...(OPERATIONS[toolClass] ?? [])), enabled: flag, auto_approve: flag }),
        { maxLength: 3 },
      ),
    })
    .map(entry => ({ tool_class: toolClass, ...entry })),
)

/** `who` and `whom` are places in the list of agents there are; an index past its end goes round. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create'), who: fc.nat(20), template: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('configure'),
      who: fc.nat(20),
      whom: fc.option(fc.nat(20), { nil: undefined }),
      tools: fc.array(toolEntry, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('update'), who: fc.nat(20), whom: fc.nat(20) }) },
)

/** What the operator gives: any choice of tools and operations, for two agents that know nothing of each other. */
const given = fc.array(toolEntry, { minLength: 1, maxLength: 5 })

test('A3: whatever agents do to each other, none of them can do more than the operator gave to the first of its line', () => {
  fc.assert(
    fc.property(given, given, fc.array(step, { minLength: 1, maxLength: 12 }), (first, second, steps) => {
      const { database } = world.parts
      database.sqlite.exec('SAVEPOINT trial')
      try {
        const roots = [operatorsAgent(first), operatorsAgent(second)]
        const limits = new Map(roots.map(id => [id, allRights(id)]))
        const line = new Map(roots.map(id => [id, id]))
        for (const each of steps) {
          const agents = [...line.keys()]
          const at = (index: number) => agents[index % agents.length] as number
          if (each.kind === 'create') {
            const made = create(at(each.who), (each as { template: boolean }).template)
            if (made !== null) line.set(made, line.get(at(each.who)) as number)
          } else if (each.kind === 'configure') {
            const { whom, tools } = each as { whom: number | undefined; tools: JsonValue }
            const target = whom === undefined ? at(each.who) : at(whom)
            const named: Record<string, JsonValue> = whom === undefined ? {} : { agent_id: target }
            world.call(at(each.who), { action: 'configure_tools', ...named, tools: plain(tools) })
            expectWithin(target, limits.get(line.get(target) as number) ?? new Map())
          } else {
            const agent = { system_prompt: 'Other.', max_steps: 5 }
            world.call(at(each.who), { action: 'update_agent', agent_id: at((each as { whom: number }).whom), agent })
          }
        }
        for (const [id, root] of line) expectWithin(id, limits.get(root) ?? new Map())
      } finally {
        database.sqlite.exec('ROLLBACK TO trial; RELEASE trial')
      }
    }),
    { numRuns: loops(10_000) },
  )
}, 1_800_000)

/** Written as rows, because there are so many of them; what agents do goes through everything. */
function operatorsAgent(gifts: readonly { tool_class: string; operations: readonly Gift[] }[]): number {
  const { sqlite } = world.parts.database
  const agent = sqlite.prepare(
    `INSERT INTO agents (principal_id, name, description, system_prompt, max_steps, allow_followup, retry_after_minutes,
       max_retries, archived, created_at, updated_at) VALUES (1, 'Root', '', '', 10, 1, 0, 0, 0, 't', 't') RETURNING id`,
  )
  const tool = sqlite.prepare("INSERT OR IGNORE INTO agent_tools VALUES (?, ?, '', 't')")
  const operation = sqlite.prepare('INSERT OR REPLACE INTO agent_tool_operation_overrides VALUES (?, ?, ?, ?, ?, NULL)')
  const stored = (flag: boolean | undefined) => (flag === undefined ? null : Number(flag))
  const id = agent.pluck().get() as number
  for (const { tool_class: toolClass, operations } of gifts) {
    tool.run(id, toolClass)
    for (const { name, enabled, auto_approve: auto } of operations)
      operation.run(id, toolClass, name, stored(enabled), stored(auto === undefined ? auto : !auto))
  }
  // So that something happens at all: these are on, and asking or not makes no difference to whoever calls them.
  tool.run(id, AGENT)
  for (const name of ['create_agent', 'configure_tools', 'update_agent'])
    operation.run(id, AGENT, name, 1, stored(gifts.length % 2 === 0))
  return id
}

interface Gift {
  readonly name: string
  readonly enabled: boolean | undefined
  readonly auto_approve: boolean | undefined
}

function create(agentId: number, asTemplate: boolean): number | null {
  const tools = [{ tool_class: mail.toolClass, enabled: true, operations: [{ name: 'purge', auto_approve: true }] }]
  const payload: JsonValue = asTemplate
    ? { id: 'a/b', version: '1.0.0', name: 'Child', agent: { system_prompt: 'x' }, tools }
    : { name: 'Child' }
  const { success, data } = world.call(agentId, { action: 'create_agent', payload })
  expect(success && asTemplate).toBe(false)
  return success ? (data as { agent_id: number }).agent_id : null
}

function allRights(agentId: number): Map<string, Right> {
  const { registry, activation } = world.parts
  return new Map(
    registry
      .list()
      .flatMap(tool =>
        [...rightsTo(activation, agentId, tool)].map(([name, right]) => [`${tool.toolClass} ${name}`, right] as const),
      ),
  )
}

function expectWithin(agentId: number, limits: ReadonlyMap<string, Right>): void {
  for (const [operation, right] of allRights(agentId))
    if (exceeds(right, limits.get(operation) ?? 'off'))
      throw new Error(`Agent ${agentId}: ${operation} is ${right}, the operator gave ${limits.get(operation)}.`)
}

/** As it would come over the wire: without what is undefined. */
function plain(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value)) as JsonValue
}
