import { statSync } from 'node:fs'
import { join } from 'node:path'
import { TaskService } from '../src/main/orchestrator/task-service.ts'
import { MODEL, openParts } from '../src/main/orchestrator/testing/open-parts.ts'
import { ScriptedDriver } from '../src/main/orchestrator/testing/scripted-driver.ts'
import { openDatabase } from '../src/main/storage/open-database.ts'
import { addingTool, answer, PROMPT, SYSTEM } from './adding.ts'
import { assertEqual, medians, timed } from './measure.ts'
import { newFolder } from './new-folder.ts'
import { printTable } from './print-table.ts'
import { rawSteps } from './raw-steps.ts'
import type { Row } from './row.ts'

/** (a) What the runtime costs a step with a model that answers at once, beside the transactions alone. */
export const row: Row = async ({ quick }) => {
  await run(50) // warm
  const sizes = quick ? [50, 200] : [50, 200, 800]
  const rows = []
  for (const steps of sizes) rows.push({ steps, ...(await medians(quick ? 1 : 3, () => run(steps))) })
  printTable(
    'A step: in-process model, one call, durable (µs; raw: the same rows and transactions, written by hand)',
    ['steps', 'wall', 'CPU', 'raw wall', 'raw CPU', 'wall / raw', 'CPU / raw', 'disk / messages'],
    rows.map(({ steps, wall, cpu, rawWall, rawCpu, disk }) => [
      steps,
      wall,
      cpu,
      rawWall,
      rawCpu,
      wall / rawWall,
      cpu / rawCpu,
      disk,
    ]),
    growth(rows),
  )
}

function growth(rows: readonly { steps: number; wall: number; cpu: number }[]): string {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return ''
  const ratio = (key: 'wall' | 'cpu') => (last[key] / first[key]).toFixed(2)
  return `A step at ${last.steps} against one at ${first.steps}: wall ${ratio('wall')}, CPU ${ratio('cpu')}`
}

async function run(steps: number) {
  const folder = newFolder()
  const file = join(folder, 'spora.db')
  const { tool, calls } = addingTool()
  const parts = openParts(folder, [tool])
  const before = pages(parts.database)
  const agent = parts.agents.create({ name: 'Ada', system_prompt: SYSTEM, max_steps: 500 })
  parts.activation.setTool(agent.id, tool.toolClass, true)
  const driver = new ScriptedDriver()
  let step = 0
  driver.stream = async function* () {
    yield* answer(step++, steps)
  }
  const service = new TaskService({ ...parts, drivers: { driverFor: () => ({ driver, config: MODEL }) } })
  service.start()
  const cost = await timed(async () => {
    service.create({ agent_id: agent.id, prompt: PROMPT, max_steps: steps + 1 }, 1)
    await service.idle()
  })
  const [chat] = service.list()
  assertEqual('the chat', chat?.status, 'COMPLETED')
  assertEqual('tool calls', calls(), steps)
  await service.stop()
  const messages = messageBytes(parts.database)
  parts.database.close()
  const grown = statSync(file).size - before

  const database = openDatabase(file)
  const raw = await rawSteps(database, join(newFolder(), 'spora.db'), steps)
  database.close()
  return {
    wall: cost.wallUs / steps,
    cpu: cost.cpuUs / steps,
    rawWall: raw.wallUs / steps,
    rawCpu: raw.cpuUs / steps,
    disk: grown / messages,
  }
}

type Parts = ReturnType<typeof openParts>

function pages({ sqlite }: Parts['database']): number {
  return Number(sqlite.pragma('page_count', { simple: true })) * Number(sqlite.pragma('page_size', { simple: true }))
}

/** What was said, as the messages of a chat-completions request: the text, arguments and results, and their roles and ids. */
function messageBytes({ sqlite }: Parts['database']): number {
  const rows = sqlite
    .prepare(
      `SELECT role, content, step, (SELECT arguments_text FROM tool_calls AS call
         WHERE call.task_id = said.task_id AND call.step = said.step AND said.role = 'assistant') AS arguments
       FROM task_history AS said ORDER BY sequence`,
    )
    .all() as { role: string; content: string; step: number; arguments: string | null }[]
  const messages = rows.map(({ role, content, step, arguments: text }) =>
    role === 'tool'
      ? { role, tool_call_id: `call_${step}`, content }
      : text === null
        ? { role, content }
        : {
            role,
            content,
            tool_calls: [{ id: `call_${step}`, type: 'function', function: { name: 'add', arguments: text } }],
          },
  )
  return Buffer.byteLength(JSON.stringify(messages))
}
