import { writeSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AnthropicCompatibleDriver } from '../../src/main/models/anthropic-compatible-driver.ts'
import { OpenAICompatibleDriver } from '../../src/main/models/openai-compatible-driver.ts'
import { Journal } from '../../src/main/orchestrator/journal.ts'
import { decisionOn, World } from '../../src/main/orchestrator/testing/world.ts'
import type { TaskView } from '../../src/shared/contract/tasks.ts'
import { type BadServer, GOOD_TEXT, startBadServer } from './bad-server.ts'
import { type BadCase, badCases } from './cases.ts'

const HANG_MS = 60_000
/**
 * R6 asks for an end soon after the last byte. How soon depends on the machine; what can be proved is that nothing waits
 * for a deadline: those of patient agents are a day, so whatever ends without a stall ends because of the last byte. A
 * response that stalls has no last byte to go by, and its agent's deadline is short.
 */
const NEVER_MS = 86_400_000
const MEMORY = 100_000_000

const cases = badCases()
let server: BadServer
let world: World
/** By format and patience. */
const agents = new Map<string, number>()

beforeAll(async () => {
  server = await startBadServer(cases)
  world = new World({ limits: { modelRetries: 0, runningTasks: 4, deltaMs: 1_000 }, driverFor: id => driverOf(id) })
  // Nothing here is about what a power cut leaves.
  world.parts.database.sqlite.pragma('synchronous = OFF')
  for (const format of ['openai', 'anthropic'])
    for (const patience of ['patient', 'impatient']) {
      const id = world.addAgent(`${format} ${patience}`)
      world.parts.activation.setTool(id, 'core/SlowTool', false)
      agents.set(`${format} ${patience}`, id)
    }
})
afterAll(async () => {
  await world.close()
  await server.close()
})

function driverOf(agentId: number) {
  const [format, patience] = [...agents].find(([, id]) => id === agentId)?.[0].split(' ') ?? []
  const settings = { base_url: server.origin, api_key: 'sk-replay-0123456789', model: 'bad' }
  const limits = { idleMs: patience === 'impatient' ? 300 : NEVER_MS, totalMs: NEVER_MS }
  const options = { name: 'Bad', settings, maxOutputTokens: null, limits }
  return format === 'openai' ? new OpenAICompatibleDriver(options) : new AnthropicCompatibleDriver(options)
}

const agentFor = ({ format, http }: BadCase): number =>
  agents.get(`${format} ${http.stallAt === undefined ? 'patient' : 'impatient'}`) ?? 0

/** What came of the bad response, in the words of a fault's `due`. */
function outcomeOf(task: TaskView, one: BadCase): string {
  const calls = new Journal(world.parts.database).calls
    .ofTask(task.id)
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map(row => (row.state === 'invalid' ? String(row.policy.code) : row.state === 'awaiting' ? 'asked' : 'ran'))
  const said = task.timeline.find(item => item.kind === 'assistant')
  const read = said?.kind === 'assistant' && said.text !== one.text ? '*' : ''
  if (calls.length > 0) return `${calls.join(' ')}${read}`
  return task.error?.code ?? `said${read}`
}

function isNamed(outcome: string): boolean {
  return outcome
    .split(' ')
    .every(word => /^(ran|asked|said)\*?$/.test(word) || /^(LLM|CALL|CONTEXT)_[A-Z_]+\*?$/.test(word))
}

/** Everything that can happen without a person has happened. Whoever does not get on for long hangs. */
async function settled(): Promise<void> {
  const atWork = world.parts.database.sqlite
    .prepare("SELECT user_prompt FROM tasks WHERE status IN ('QUEUED', 'RUNNING')")
    .pluck()
  let timer: NodeJS.Timeout | undefined
  const hanging = new Promise<never>((_, reject) => {
    let before: unknown[] = []
    timer = setInterval(() => {
      const now = atWork.all()
      if (now.length > 0 && now.join() === before.join()) reject(new Error(`These hang: ${now.join(', ')}`))
      before = now
    }, HANG_MS)
  })
  await Promise.race([world.service.idle(), hanging]).finally(() => clearInterval(timer))
}

function begin(one: BadCase, number: number): number {
  return world.service.create({ agent_id: agentFor(one), prompt: `case ${number}` }, 1).id
}

/** The chat goes on as a person would have it. */
async function goOn(task: TaskView): Promise<void> {
  if (task.status === 'FAILED') world.service.retry(task.id)
  else if (task.status === 'COMPLETED') world.service.continue(task.id, { prompt: 'And now?' })
  else {
    const waiting = world.calls(task.id).filter(call => call.state === 'awaiting')
    await world.service.approve(
      task.id,
      waiting.map(call => decisionOn(call, 'reject')),
      1,
    )
  }
}

/** What is loaded with the first answer does not count as growth. */
async function warmUp(): Promise<void> {
  server.told(0).good = true
  for (const agent_id of agents.values()) world.service.create({ agent_id, prompt: 'case 0' }, 1)
  await settled()
  server.told(0).good = false
}

/** What is still held once everything that can go has gone; streams need a moment for that. */
async function allocated(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 5; round++) {
    collect()
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

test(`T-LLM-02, R6: of ${cases.length} bad responses each is a named error or a right answer, and the chat goes on`, async () => {
  await warmUp()
  const before = await allocated()
  const ids = new Array<number>(cases.length)
  for (const [number, one] of cases.entries()) if (!one.large) ids[number] = begin(one, number)
  await settled()
  for (const [number, one] of cases.entries()) {
    if (!one.large) continue
    ids[number] = begin(one, number)
    await settled()
  }
  const tasks = ids.map(id => world.service.get(id))
  const outcomes = tasks.map((task, number) => outcomeOf(task, cases[number] as BadCase))
  for (const [number, task] of tasks.entries()) {
    server.told(number).good = true
    await goOn(task)
  }
  await settled()
  const problems = cases.flatMap(({ title, due }, number) => {
    const outcome = outcomes[number] ?? ''
    const ended = world.service.get(ids[number] as number)
    return [
      ...((due === null ? isNamed(outcome) : outcome === due) ? [] : [`came to ${outcome}, not ${due}`]),
      ...(ended.status === 'COMPLETED' && ended.final_response === GOOD_TEXT
        ? []
        : [`a good answer ends in ${ended.status} ${ended.error?.code ?? ended.final_response}`]),
      ...server.told(number).problems,
    ].map(problem => `${title}: ${problem}`)
  })
  world.events.length = 0
  const grown = (await allocated()) - before
  const late = tasks.map(({ updated_at }, number) => Date.parse(updated_at) - server.told(number).lastByteAt)
  const errors = tasks.filter(({ status }) => status === 'FAILED').length
  const seconds = (Math.max(...late) / 1000).toFixed(1)
  writeSync(
    1,
    `T-LLM-02: ${cases.length} cases, ${problems.length} problems; ${errors} named errors, ${cases.length - errors} answers and refused calls; at most ${seconds} s after the last byte, ${Math.round(grown / 1e6)} MB more memory\n`,
  )
  expect(problems).toEqual([])
  expect(world.tools.effects.filter(effect => !effect.startsWith('find '))).toEqual([])
  expect(grown).toBeLessThan(MEMORY)
}, 300_000)
