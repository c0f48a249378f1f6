import { defineTool, ToolResult } from '@spora/sdk'
import { Runtime } from '../src/main/orchestrator/runtime.ts'
import { MODEL, openParts } from '../src/main/orchestrator/testing/open-parts.ts'
import { ScriptedDriver } from '../src/main/orchestrator/testing/scripted-driver.ts'
import { registerBuiltin } from '../src/main/tools/register-builtin.ts'
import { assertEqual, median, timed } from './measure.ts'
import { newFolder } from './new-folder.ts'
import { printTable } from './print-table.ts'
import type { Row } from './row.ts'

const CHANGES = 10
const OPERATIONS = ['read', 'write', 'remove'] as const

/** (b) What a model is told of an agent with many tools: built the first time, again, and after one setting changed. */
export const row: Row = async ({ quick }) => {
  const rounds = quick ? 1 : 5
  const counts = quick ? [100, 1_000] : [10, 100, 1_000]
  const rows = []
  for (const count of counts) {
    const runs: Awaited<ReturnType<typeof run>>[] = []
    for (let round = 0; round < rounds; round++) runs.push(await run(count))
    const of = (key: keyof (typeof runs)[0]) => median(runs.map(each => each[key]))
    rows.push([count, of('first') / 1000, of('cached'), of('changed') / 1000, of('bytes') / 1000])
  }
  printTable(
    'Definitions for a model: tools with 3 operations and 8 parameters',
    ['tools', 'first build (ms)', 'unchanged (µs)', 'after one setting (ms)', 'kB'],
    rows,
  )
}

async function run(count: number) {
  const parts = openParts(
    newFolder(),
    Array.from({ length: count }, (_, index) => registerBuiltin(new (toolClass(index))())),
  )
  const { id } = parts.agents.create({ name: 'Ada' })
  parts.database.transaction(() => {
    for (const tool of parts.registry.list()) parts.activation.setTool(id, tool.toolClass, true)
  })
  const driver = new ScriptedDriver()
  const runtime = new Runtime({ ...parts, drivers: { driverFor: () => ({ driver, config: MODEL }) } })
  const agent = parts.agents.get(id)
  const chat = { agentId: id, runnerUserId: 1, title: 'A', userPrompt: 'A', maxSteps: 1 }
  const task = runtime.journal.tasks.insert(chat)
  const { signal } = new AbortController()
  const build = () => runtime.requests.build(task, agent, driver, [], signal).request.tools

  const first = await timed(build)
  const times = 1_000
  const cached = await timed(() => {
    for (let index = 0; index < times; index++) build()
  })
  const tools = build()
  assertEqual('tools offered', new Set(tools.map(tool => tool.wireName)).size, count)
  assertEqual('the same definitions again', build(), tools)
  const changes: number[] = []
  for (let index = 0; index < CHANGES; index++) {
    const before = build()
    const { toolClass: changedClass } = parts.registry.list()[(index * count) / CHANGES] as { toolClass: string }
    const change = { key: 'region', action: 'set', value: `region-${index}.` } as const
    parts.config.save(changedClass, { scope: 'global' }, 0, [change])
    changes.push((await timed(build)).wallUs)
    const after = build()
    assertEqual('definitions that are new', after.filter(tool => !before.includes(tool)).length, 1)
    assertEqual(
      'definitions that say the new value',
      after.filter(tool => tool.description.includes(`region-${index}.`)).length,
      1,
    )
  }
  parts.database.close()
  return {
    first: first.wallUs,
    cached: cached.wallUs / times,
    changed: median(changes),
    bytes: Buffer.byteLength(JSON.stringify(tools)),
  }
}

function toolClass(index: number) {
  const parameters = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => {
      const description = `What a thing of kind ${index} has as its number ${at}.`
      return [`parameter_${at}`, { type: at % 2 ? ('integer' as const) : ('string' as const), description }]
    }),
  )
  const operation = (name: string) => ({
    description: `Does ${name} on a thing of kind ${index}.`,
    effect: name === 'read' ? ('none' as const) : ('write' as const),
    parameters,
    describe: () => name,
    execute: () => ToolResult.ok(''),
  })
  return defineTool({
    className: `Things${index}Tool`,
    name: `things_${index}`,
    description: `Reads, writes and removes things of kind ${index}.`,
    settings: [{ key: 'region', label: 'Region', type: 'text', default: 'here', exposeToLlm: true }],
    operations: Object.fromEntries(OPERATIONS.map(name => [name, operation(name)])),
  })
}
