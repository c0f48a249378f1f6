import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EventBus } from '../src/main/events/event-bus.ts'
import { forkNodeHost } from '../src/main/plugins/fork-node.ts'
import { PluginService } from '../src/main/plugins/plugin-service.ts'
import { openDatabase } from '../src/main/storage/open-database.ts'
import type { ToolInvocation } from '../src/main/tools/registered-tool.ts'
import { ToolRegistry } from '../src/main/tools/tool-registry.ts'
import { assertEqual, percentile } from './measure.ts'
import { newFolder } from './new-folder.ts'
import { printTable } from './print-table.ts'
import type { Row } from './row.ts'

const PLUGIN = `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
const Echo = defineTool({
  name: 'echo',
  description: 'Gives back what it is given.',
  parameters: { text: { type: 'string', description: 'The text.' } },
  describe: () => 'Echo',
  execute: ({ text }) => ToolResult.ok(text),
})
export default definePlugin({ tools: [Echo] })
`
const ECHO = `process.on('message', message => process.send(message))`

/** (f) A call into a plugin's process and back, beside a message to a child process and back. */
export const row: Row = async ({ quick }) => {
  const calls = quick ? 500 : 3_000
  const folder = newFolder()
  const plugins = join(folder, 'plugins/echo')
  mkdirSync(plugins, { recursive: true })
  writeFileSync(join(plugins, 'plugin.json'), JSON.stringify({ slug: 'echo', name: 'Echo', version: '1.0.0' }))
  writeFileSync(join(plugins, 'index.mjs'), PLUGIN)
  writeFileSync(join(folder, 'echo.mjs'), ECHO)
  const ours = await callsOf(await openPlugin(folder), calls)
  const raw = await callsOf(openEcho(join(folder, 'echo.mjs')), calls)
  printTable(
    'A call into a plugin and back, one at a time (µs; raw: a child process that sends back what it gets)',
    ['', 'p50', 'p99'],
    [
      ['plugin', ...ours],
      ['raw', ...raw],
      ['ratio', ...ours.map((value, index) => value / (raw[index] ?? 1))],
    ],
  )
}

type Call = (text: string) => Promise<string>

async function callsOf(call: Call, count: number): Promise<number[]> {
  for (let index = 0; index < count / 5; index++) await call('warm')
  const times: number[] = []
  for (let index = 0; index < count; index++) {
    const text = `call ${index}`
    const start = performance.now()
    const answer = await call(text)
    times.push((performance.now() - start) * 1000)
    assertEqual('the answer', answer, text)
  }
  return [percentile(times, 0.5), percentile(times, 0.99)]
}

async function openPlugin(folder: string): Promise<Call> {
  const registry = new ToolRegistry()
  const service = new PluginService({
    database: openDatabase(join(folder, 'spora.db')),
    registry,
    events: new EventBus(),
    toolData: { classesOf: () => [], drop() {}, move() {} },
    forkHost: forkNodeHost({ outFolder: join(process.cwd(), 'out') }),
    dataFolder: folder,
    shippedFolder: join(folder, 'plugins'),
  })
  await service.start()
  await service.settled()
  const tool = registry.byName('echo:echo')
  if (!tool) throw new Error(`The plugin did not load: ${JSON.stringify(service.list()[0]?.error)}`)
  const invocation: Omit<ToolInvocation, 'arguments'> = {
    operation: 'echo',
    agentId: 1,
    taskId: 1,
    callId: 'call',
    principal: { ownerUserId: 1, runnerUserId: 1, principalId: 1, type: 'user', isResolvable: () => true },
    settings: {},
    signal: new AbortController().signal,
    timeoutMs: 10_000,
    progress() {},
  }
  return async text => {
    const outcome = await tool.runner.execute({ ...invocation, arguments: { text } })
    if (outcome.kind !== 'result') throw new Error(outcome.reason)
    return outcome.result.content
  }
}

function openEcho(script: string): Call {
  const child = fork(script, { serialization: 'json' })
  return async text => {
    child.send(text)
    const [answer] = await once(child, 'message')
    return String(answer)
  }
}
