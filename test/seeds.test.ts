import {
  AbstractTool,
  describeToolClass,
  HasOperations,
  HasParameterSchema,
  type JsonValue,
  Tool,
  type ToolClass,
  type ToolContext,
  ToolDeclarationError,
  ToolOperation,
  ToolParameter,
  ToolResult,
  ToolSetting,
} from '@spora/sdk'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AgentWorld, agentWorld, CALCULATOR, mail } from '../src/main/agents/testing/agent-world.ts'
import { AgentTool } from '../src/main/builtin/agent/agent-tool.ts'
import { builtinTools } from '../src/main/builtin/index.ts'
import { call, say, turn } from '../src/main/orchestrator/testing/scripted-driver.ts'
import { World } from '../src/main/orchestrator/testing/world.ts'
import { type SettingWorld, settingWorld } from '../src/main/settings/testing/setting-world.ts'
import { canonicalSchema } from '../src/main/tools/canonical-schema.ts'
import { checkArguments } from '../src/main/tools/check-arguments.ts'
import { registeredTool } from '../src/main/tools/create-registered-tool.ts'
import { filterSchema } from '../src/main/tools/filter-schema.ts'
import { inProcessRunner } from '../src/main/tools/in-process-runner.ts'
import { toolDefinitions } from '../src/main/tools/tool-definitions.ts'

/*
 * The worked examples this product started from, as TypeScript authors write them here, and what was promised of each.
 * docs/seed-coverage.md names them statement by statement.
 */

// ── A search tool ────────────────────────────────────────────────────────────────────────────────────────────────────

@Tool({
  name: 'web_search',
  description: 'Search the web.',
  displayName: 'Web Search',
  category: 'research',
  icon: 'search',
})
@ToolOperation({
  name: 'search',
  description: 'Run a search',
  enabledByDefault: true,
  requiresApprovalByDefault: false,
})
@ToolParameter({ name: 'query', type: 'string', description: 'The search query.', required: true })
class MyWebSearchTool extends AbstractTool {
  execute(args: { query?: string }, _agentId: number) {
    const query = String(args.query ?? '').trim()
    return new ToolResult(true, `Results for ${query}`)
  }
  describeAction({ query }: { query: string }) {
    return `Search the web for: '${query}'`
  }
}

// ── The plugin's minimal tool ────────────────────────────────────────────────────────────────────────────────────────

@Tool({ name: 'web_search', description: 'Run a web query against the Acme Search API.' })
@ToolParameter({ name: 'query', type: 'string', required: true, description: 'Natural-language query.' })
class AcmeSearchTool extends AbstractTool {
  execute(args: { query: string }, agentId: number, taskId: number | null = null, context: ToolContext | null = null) {
    const rows = [{ title: args.query, for: agentId, task: taskId, owner: context?.ownerUserId ?? null }]
    return ToolResult.ok(JSON.stringify(rows))
  }
  describeAction(args: { query?: string }) {
    return `Search the web for: ${args.query ?? ''}`
  }
}

// ── Operations ───────────────────────────────────────────────────────────────────────────────────────────────────────

@Tool({ name: 'calendar', description: 'Events.' })
@ToolOperation({ name: 'list_events', description: 'Fetch upcoming events' })
@ToolOperation({ name: 'create_event', description: 'Create an event' })
class CalendarTool extends AbstractTool {
  execute() {
    return ToolResult.ok('')
  }
  describeAction() {
    return ''
  }
}

@Tool({ name: 'news', description: 'News.' })
@ToolOperation({ name: 'search', description: 'Search', discriminatorKey: 'operation' })
@ToolOperation({ name: 'top_news', description: 'Top news', discriminatorKey: 'operation' })
class NewsTool extends AbstractTool {
  execute() {
    return ToolResult.ok('')
  }
  describeAction() {
    return ''
  }
}

// ── Inheritance ──────────────────────────────────────────────────────────────────────────────────────────────────────

@ToolParameter({ name: 'name', type: 'string', description: 'Which.', required: false })
@ToolParameter({ name: 'content', type: 'string', description: 'What.', required: false })
abstract class AbstractMemoryTool extends AbstractTool {
  protected abstract getScope(): string
  execute(args: { action: string; name?: string }) {
    return ToolResult.ok(`${args.action} ${this.getScope()} ${args.name ?? ''}`.trim())
  }
  describeAction() {
    return `Use the ${this.getScope()} memory`
  }
}

@Tool({ name: 'memory', description: 'Agent-scoped memory.' })
@ToolOperation({ name: 'list' })
@ToolOperation({ name: 'get' })
@ToolOperation({ name: 'save' })
@ToolOperation({ name: 'delete' })
class AgentMemoryTool extends AbstractMemoryTool {
  protected getScope() {
    return 'agent'
  }
}

@ToolOperation({ name: 'inherited' })
abstract class WithOperation extends AbstractTool {
  execute() {
    return ToolResult.ok('')
  }
  describeAction() {
    return ''
  }
}

@Tool({ name: 'child', description: 'Declares no operation of its own.' })
class ChildTool extends WithOperation {}

// ── One parameter of everything ──────────────────────────────────────────────────────────────────────────────────────

@Tool({ name: 'time', description: 'Time.' })
@ToolOperation({ name: 'now', description: 'The time now' })
@ToolOperation({ name: 'format', description: 'Format a time' })
@ToolParameter({ name: 'epoch', type: 'integer', description: 'Unix timestamp to format.', required: ['format'] })
class TimeTool extends AbstractTool {
  execute() {
    return ToolResult.ok('')
  }
  describeAction() {
    return ''
  }
}

@Tool({ name: 'kinds', description: 'Each kind of field.' })
@ToolParameter({ name: 'text', type: 'string', description: 'A text.' })
@ToolParameter({ name: 'number', type: 'number', description: 'A number.', minimum: 0.5, maximum: 9 })
@ToolParameter({ name: 'integer', type: 'integer', description: 'A whole number.', default: 3 })
@ToolParameter({ name: 'boolean', type: 'boolean', description: 'Yes or no.', required: false })
@ToolParameter({ name: 'array', type: 'array', description: 'A list.', items: { type: 'string' } })
@ToolParameter({ name: 'object', type: 'object', description: 'An object.', required: [] })
@ToolParameter({ name: 'choice', type: 'string', description: 'A choice.', enum: ['a', 'b'] })
@ToolParameter({ name: 'date', type: 'string', description: 'A day.', format: 'date' })
class KindsTool extends AbstractTool {
  execute() {
    return ToolResult.ok('')
  }
  describeAction() {
    return ''
  }
}

// ── Settings ─────────────────────────────────────────────────────────────────────────────────────────────────────────

@Tool({ name: 'my_search', description: 'Search a remote API.' })
@ToolSetting({
  key: 'api_key',
  label: 'API Key',
  type: 'password',
  description: 'API key for the remote search service.',
  required: true,
})
@ToolOperation({ name: 'search', description: 'Search', enabledByDefault: true, requiresApprovalByDefault: false })
@ToolParameter({ name: 'query', type: 'string', description: 'The search query.', required: true })
class MySearchTool extends AbstractTool {
  execute(_args: { query: string }, _agentId: number, _taskId?: number | null, context?: ToolContext) {
    return ToolResult.ok(`key ${String(context?.settings.api_key ?? 'none')}`)
  }
  describeAction({ query }: { query: string }) {
    return `Search for ${query}`
  }
}

@Tool({ name: 'mailer', description: 'Send mail.' })
@ToolSetting({
  key: 'allowed_domains',
  label: 'Allowed Domains',
  type: 'text',
  description: 'Comma-separated list of domains the agent is allowed to query.',
  exposeToLlm: true,
})
@ToolSetting({ key: 'from_address', label: 'From Address', type: 'text', exposeToLlm: true })
@ToolSetting({ key: 'host', label: 'Host', type: 'text' })
@ToolSetting({ key: 'api_key', label: 'API Key', type: 'password', exposeToLlm: false })
class MailerTool extends AbstractTool {
  execute() {
    return ToolResult.ok('')
  }
  describeAction() {
    return ''
  }
}

const registered = (toolClass: new () => AbstractTool, slug: string | null = null) =>
  registeredTool({
    metadata: describeToolClass(toolClass),
    slug,
    runner: inProcessRunner(new toolClass(), toolClass.name, {}),
  })

const problems = (toolClass: ToolClass) => {
  try {
    describeToolClass(toolClass)
    return []
  } catch (error) {
    return error instanceof ToolDeclarationError ? error.problems.map(({ code }) => code) : [String(error)]
  }
}

describe('Authoring a tool', () => {
  test('D2, D3: the search example: identity, one operation, one parameter; no schema written by hand', () => {
    const metadata = describeToolClass(MyWebSearchTool)
    expect(metadata.tool).toEqual({
      name: 'web_search',
      description: 'Search the web.',
      displayName: 'Web Search',
      category: 'research',
      icon: 'search',
    })
    expect(metadata.operations).toMatchObject([
      { name: 'search', enabledByDefault: true, requiresApprovalByDefault: false },
    ])
    expect(new MyWebSearchTool().getParametersSchema()).toEqual({
      type: 'object',
      properties: { query: { type: 'string', description: 'The search query.' } },
      required: ['query'],
    })
    expect(new MyWebSearchTool().execute({ query: ' spores ' }, 1)).toEqual(new ToolResult(true, 'Results for spores'))
    expect(new MyWebSearchTool().describeAction({ query: 'spores' })).toBe("Search the web for: 'spores'")
  })

  test('D1, D8: the plugin example: a unit test passes the arguments and the agent, and reads JSON back', () => {
    const tool = new AcmeSearchTool()
    expect(tool.execute({ query: 'x' }, 7)).toEqual(ToolResult.ok('[{"title":"x","for":7,"task":null,"owner":null}]'))
    expect(tool.describeAction({})).toBe('Search the web for: ')
    expect(registered(AcmeSearchTool, 'acme-search').qualifiedName).toBe('acme-search:web_search')
  })

  test('D1, D9: four parameters: arguments, agent, task, and the ownership the orchestrator always supplies', async () => {
    const world = new World({
      turns: [turn([call('web_search', { query: 'x' })]), say('Done.')],
      tools: () => [registered(AcmeSearchTool)],
    })
    const task = await world.ask()
    const ended = task.status === 'PENDING_APPROVAL' ? await world.decide(task.id, ['approve']) : task
    expect(ended.status).toBe('COMPLETED')
    const [row] = JSON.parse(world.calls(task.id)[0]?.result?.content ?? '[]') as object[]
    expect(row).toEqual({ title: 'x', for: world.agentId, task: task.id, owner: 1 })
    await world.close()
  })

  test('D1: on a base of somebody else, through the two mixins', () => {
    class ThirdPartyBase {
      readonly connected = true
    }
    @Tool({ name: 'my_plugin_tool', description: 'On another base.' })
    @ToolOperation({ name: 'one' })
    @ToolOperation({ name: 'two' })
    class MyPluginTool extends HasParameterSchema(HasOperations(ThirdPartyBase)) {
      execute() {
        return ToolResult.ok(String(this.connected))
      }
      describeAction() {
        return ''
      }
    }
    expect(new MyPluginTool().getParametersSchema()).toMatchObject({ required: ['action'] })
    expect(describeToolClass(MyPluginTool).operations.map(({ name }) => name)).toEqual(['one', 'two'])
  })
})

describe('The discriminator', () => {
  test('S2: two operations make an action that names both and is required', () => {
    expect(canonicalSchema(describeToolClass(CalendarTool))).toMatchObject({
      properties: { action: { type: 'string', enum: ['list_events', 'create_event'] } },
      required: ['action'],
    })
  })

  test('S2: another key, declared on every operation', () => {
    const schema = canonicalSchema(describeToolClass(NewsTool))
    expect(schema).toMatchObject({
      properties: { operation: { enum: ['search', 'top_news'] } },
      required: ['operation'],
    })
    expect(schema.properties).not.toHaveProperty('action')
  })

  test('S2, D7: one operation needs none, and is meant when nothing is said', () => {
    expect(canonicalSchema(describeToolClass(MyWebSearchTool)).properties).not.toHaveProperty('action')
    expect(new MyWebSearchTool().getOperationName({})).toBe('search')
  })

  test('D5: a parameter of the same name is refused', () => {
    @Tool({ name: 'twice', description: '' })
    @ToolOperation({ name: 'a' })
    @ToolOperation({ name: 'b' })
    @ToolParameter({ name: 'action', type: 'string', description: '' })
    class Twice extends AbstractTool {
      execute() {
        return ToolResult.ok('')
      }
      describeAction() {
        return ''
      }
    }
    expect(problems(Twice)).toContain('TOOL_DISCRIMINATOR_CLASH')
  })

  test('F3: with one operation allowed it need not be sent', () => {
    const metadata = describeToolClass(CalendarTool)
    const schema = filterSchema(canonicalSchema(metadata), metadata, new Set(['list_events']))
    expect(schema).toMatchObject({ properties: { action: { enum: ['list_events'] } }, required: [] })
  })
})

describe('Parameters', () => {
  test('S1: the order of declaration is the order of the schema', () => {
    expect(Object.keys(canonicalSchema(describeToolClass(KindsTool)).properties as object)).toEqual([
      'text',
      'number',
      'integer',
      'boolean',
      'array',
      'object',
      'choice',
      'date',
    ])
  })

  test('D2, S3: every field of a parameter reaches the schema; a default takes it out of required', () => {
    const { properties, required } = canonicalSchema(describeToolClass(KindsTool)) as {
      properties: Record<string, object>
      required: string[]
    }
    expect(properties).toEqual({
      text: { type: 'string', description: 'A text.' },
      number: { type: 'number', description: 'A number.', minimum: 0.5, maximum: 9 },
      integer: { type: 'integer', description: 'A whole number.', default: 3 },
      boolean: { type: 'boolean', description: 'Yes or no.' },
      array: { type: 'array', description: 'A list.', items: { type: 'string' } },
      object: { type: 'object', description: 'An object.' },
      choice: { type: 'string', description: 'A choice.', enum: ['a', 'b'] },
      date: { type: 'string', description: 'A day.', format: 'date' },
    })
    // true unless said otherwise; an empty list means true.
    expect(required).toEqual(['text', 'number', 'array', 'object', 'choice', 'date'])
  })

  test('S4: epoch is required by format and optional for now', () => {
    const metadata = describeToolClass(TimeTool)
    expect(canonicalSchema(metadata).required).toEqual(['action'])
    expect(checkArguments(metadata, 'format', {}).ok).toBe(false)
    expect(checkArguments(metadata, 'format', { epoch: 0 }).ok).toBe(true)
    expect(checkArguments(metadata, 'now', {}).ok).toBe(true)
  })

  test('D6: the memory example: action, name and content, from two classes', () => {
    const tool = new AgentMemoryTool()
    expect(Object.keys(tool.getParametersSchema().properties as object)).toEqual(['action', 'name', 'content'])
    expect(tool.getParametersSchema()).toHaveProperty('properties.action.enum', ['list', 'get', 'save', 'delete'])
    expect(tool.execute({ action: 'get', name: 'x' })).toEqual(ToolResult.ok('get agent x'))
  })

  test('D6: an operation of a parent class is neither in the schema nor dispatched', () => {
    expect(describeToolClass(ChildTool).operations).toEqual([])
    expect(new ChildTool().getOperation('inherited')).toBeNull()
  })
})

describe('Names', () => {
  test('W1: core tools keep their plain name, a plugin’s has its slug, and nothing else is needed for it', () => {
    const names = [registered(MyWebSearchTool), registered(MyWebSearchTool, 'my-plugin')].map(
      ({ qualifiedName }) => qualifiedName,
    )
    expect(names).toEqual(['web_search', 'my-plugin:web_search'])
    expect(names.join()).not.toContain('core:')
  })

  test('D5: a name that is no name is refused when the class is registered, not when it is called', () => {
    @Tool({ name: 'Web Search', description: '' })
    class Bad extends MyWebSearchTool {}
    expect(problems(Bad)).toContain('TOOL_NAME_INVALID')
  })
})

describe('Agents that build agents', () => {
  let world: AgentWorld
  beforeEach(() => {
    world = agentWorld()
  })
  afterEach(() => world.close())

  test('A2, A4: create, configure, read: what was asked for is what is there, in the slim shape', () => {
    const id = world.builderAgent('Planner', [mail.toolClass, CALCULATOR])
    const child = world.create(id, 'Clerk')
    const tools: JsonValue = [
      { tool_class: CALCULATOR, enabled: true },
      { tool_class: mail.toolClass, enabled: true, operations: [{ name: 'list', enabled: false }] },
    ]
    expect(world.configure(id, child, tools).success).toBe(true)
    const read = world.call(id, { action: 'read_agent', agent_id: child })
    expect(read.success).toBe(true)
    const manifest = JSON.parse(read.content.slice(read.content.indexOf('{'))) as { tools: object[] }
    expect(manifest.tools.map(tool => Object.keys(tool))).toEqual(
      Array(2).fill(['tool_class', 'icon', 'enabled', 'operations']),
    )
    expect(manifest.tools).toMatchObject([
      { tool_class: CALCULATOR, enabled: true },
      { tool_class: mail.toolClass, enabled: true, operations: [{ name: 'list', enabled: false }, {}, {}, {}] },
    ])
  })

  test('A3: the agent tool has no way to switch a tool of its own on or off', () => {
    const { operations } = describeToolClass(AgentTool as never)
    const names = operations.map(({ name }) => name)
    expect(names).toContain('get_available_tools')
    expect(names.filter(name => /enable|disable/.test(name))).toEqual([])
    const id = world.builderAgent('Planner')
    expect(world.configure(id, id, [{ tool_class: CALCULATOR, enabled: true }]).success).toBe(false)
    expect(world.parts.activation.isEnabled(id, CALCULATOR)).toBe(false)
  })
})

describe('Settings', () => {
  const search = registered(MySearchTool, 'acme')
  const mailer = registered(MailerTool, 'acme')
  let world: SettingWorld
  beforeEach(() => {
    world = settingWorld()
    world.parts.registry.register([search, mailer])
  })
  afterEach(() => world.close())
  const everyone = { scope: 'global' } as const

  test('C1, C7: the class says what it needs, and gets it where it runs', async () => {
    world.set(search, everyone, { api_key: 'sk-1' })
    const settings = world.parts.config.getEffectiveSettings(search.toolClass, null, 1)
    expect(settings).toEqual({ api_key: 'sk-1' })
    const outcome = await search.runner.execute({
      arguments: { query: 'x' },
      operation: 'search',
      agentId: 1,
      taskId: null,
      callId: 'c',
      principal: { ownerUserId: 1, runnerUserId: 1, principalId: 1, type: 'user', isResolvable: () => true },
      settings,
      signal: new AbortController().signal,
      timeoutMs: 1000,
      progress() {},
    })
    expect(outcome).toMatchObject({ kind: 'result', result: { success: true, content: 'key sk-1' } })
  })

  test('C2: two tools that say api_key have each their own', () => {
    world.set(search, everyone, { api_key: 'of the search' })
    world.set(mailer, everyone, { api_key: 'of the mailer' })
    const key = (toolClass: string) => world.parts.config.getEffectiveSettings(toolClass, null, 1).api_key
    expect([key(search.toolClass), key(mailer.toolClass)]).toEqual(['of the search', 'of the mailer'])
  })

  test('C1: default, everyone, user, agent: the later wins, and the keys are the bare names', () => {
    const id = world.parts.agents.create({ name: 'Ada' }).id
    const host = () => world.parts.config.getEffectiveSettings(mailer.toolClass, id, 1).host
    expect(host()).toBeUndefined()
    world.set(mailer, everyone, { host: 'global' })
    expect(host()).toBe('global')
    world.set(mailer, { scope: 'user' }, { host: 'user' })
    expect(host()).toBe('user')
    world.set(mailer, { scope: 'agent', agent_id: id }, { host: 'agent' })
    expect(host()).toBe('agent')
  })

  test('C6: the block the model reads: exposed settings only, unset ones said to be so', () => {
    const block = () => world.parts.config.effectiveConfiguration(mailer.toolClass, null, 1)
    expect(block().trim()).toBe(
      '[Effective Configuration]\n- Allowed Domains: (not configured)\n- From Address: (not configured)',
    )
    world.set(mailer, everyone, {
      allowed_domains: 'example.com, internal.example.org',
      from_address: 'agent@spora.local',
      host: 'smtp.example.com',
      api_key: 'sk-1',
    })
    expect(block().trim()).toBe(
      '[Effective Configuration]\n- Allowed Domains: example.com, internal.example.org\n- From Address: agent@spora.local',
    )
    const { tools } = toolDefinitions({
      dialect: 'openai',
      tools: [{ tool: mailer, allowedOperations: ['mailer'], effectiveConfiguration: block() }],
    })
    expect(tools[0]?.description).toMatch(/^Send mail\.\s+\[Effective Configuration\]\n- Allowed Domains: example\.com/)
    expect(tools[0]?.description).not.toMatch(/smtp|sk-1/)
  })

  test('C6: only what is marked is told; the mark is off by default', () => {
    expect(describeToolClass(MySearchTool).settings[0]?.exposeToLlm ?? false).toBe(false)
    expect(world.parts.config.effectiveConfiguration(search.toolClass, null, 1)).toBe('')
  })

  test('B: of the core tools of the table only read_url has a setting, its time limit', () => {
    const declared = new Map(
      builtinTools({} as never).map(tool => {
        const { tool: info, settings } = describeToolClass(tool.constructor as ToolClass)
        return [info.name, settings.map(({ key, exposeToLlm }) => [key, exposeToLlm ?? false])]
      }),
    )
    expect(declared.get('read_url')).toEqual([['http_timeout', false]])
    for (const name of ['calculator', 'time', 'memory', 'global_memory', 'user_info'])
      expect([name, declared.get(name)]).toEqual([name, []])
    expect(declared.get('handover')).toEqual([['allowed_target_agents', true]])
  })
})
