import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { DriverFactory } from '../src/main/models/driver-factory.ts'
import { ModelConfigStore } from '../src/main/models/model-config-store.ts'
import { TaskService } from '../src/main/orchestrator/task-service.ts'
import { openParts } from '../src/main/orchestrator/testing/open-parts.ts'
import { createFileVault } from '../src/main/settings/file-vault.ts'
import { addingTool, PROMPT, SYSTEM } from './adding.ts'
import { assertEqual, medians, timed } from './measure.ts'
import { newFolder } from './new-folder.ts'
import { printTable } from './print-table.ts'
import type { Row } from './row.ts'

const LATENCY_MS = 50
/** How long the event loop is watched at a time; it is part of every delay it tells. */
const SAMPLING_MS = 5

/** (e) Many chats at once with a model over HTTP: how much longer than the model alone, and how long the app is deaf. */
export const row: Row = async ({ quick }) => {
  const [tasks, steps] = quick ? [30, 10] : [100, 20]
  await run(4, 3) // warm
  const result = await medians(quick ? 1 : 3, () => run(tasks, steps))
  const ideal = (steps + 1) * LATENCY_MS
  printTable(
    `${tasks} chats of ${steps} steps at once, ${LATENCY_MS} ms for a model's answer, over HTTP with streaming`,
    ['ideal ms', 'wall ms', 'wall / ideal', 'CPU µs a step', 'loop delay p50 ms', 'p99 ms', 'longest ms'],
    [[ideal, result.wallMs, result.wallMs / ideal, result.cpuUs / (tasks * steps), result.p50, result.p99, result.max]],
    `Medians of three runs. Every delay holds the ${SAMPLING_MS} ms between two samples. The model runs in a process of its own on the same machine.`,
  )
}

async function run(tasks: number, steps: number) {
  const model = await startModel(steps)
  const folder = newFolder()
  const { tool, calls } = addingTool()
  const parts = openParts(folder, [tool])
  const vault = createFileVault(join(folder, 'vault.key'))
  const models = new ModelConfigStore({ ...parts, vault })
  const settings = { base_url: model.baseUrl, model: 'scripted-model' }
  const config = models.save({ name: 'Model', driver: 'openai_compatible', settings })
  models.setDefault(config.id)
  const agent = parts.agents.create({ name: 'Ada', system_prompt: SYSTEM })
  parts.activation.setTool(agent.id, tool.toolClass, true)
  const limits = { runningTasks: tasks, callsPerAgent: tasks }
  const service = new TaskService({ ...parts, models, drivers: new DriverFactory(models), limits })
  service.start()
  const delay = monitorEventLoopDelay({ resolution: SAMPLING_MS })
  delay.enable()
  const cost = await timed(async () => {
    for (let index = 0; index < tasks; index++) {
      service.create({ agent_id: agent.id, prompt: PROMPT, max_steps: steps + 1 }, 1)
      await new Promise(resolve => setImmediate(resolve)) // each is a request of its own
    }
    await service.idle()
  })
  delay.disable()
  const unwell = service.list().find(({ status }) => status !== 'COMPLETED')
  if (unwell) throw new Error(`A chat is ${unwell.status}: ${service.get(unwell.id).error?.message}`)
  assertEqual('tool calls', calls(), tasks * steps)
  await service.stop()
  parts.database.close()
  assertEqual('requests the model heard', await model.stop(), tasks * (steps + 1))
  const ms = (nanoseconds: number) => nanoseconds / 1e6
  return {
    wallMs: cost.wallUs / 1000,
    cpuUs: cost.cpuUs,
    p50: ms(delay.percentile(50)),
    p99: ms(delay.percentile(99)),
    max: ms(delay.max),
  }
}

async function startModel(steps: number) {
  const script = join(import.meta.dirname, '..', 'model-server.js')
  const child = spawn(process.execPath, [script, String(steps), String(LATENCY_MS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  const [baseUrl] = (await once(lines, 'line')) as [string]
  return {
    baseUrl,
    async stop(): Promise<number> {
      child.stdin.write('count\n')
      const [count] = (await once(lines, 'line')) as [string]
      child.stdin.end()
      return Number(count)
    },
  }
}
