import { setTimeout as sleep } from 'node:timers/promises'
import { HandoverTool } from '../../src/main/builtin/handover/handover-tool.ts'
import { ModelError } from '../../src/main/models/model-error.ts'
import type { FaultPoint } from '../../src/main/orchestrator/faults.ts'
import { TaskService } from '../../src/main/orchestrator/task-service.ts'
import { MODEL, openParts } from '../../src/main/orchestrator/testing/open-parts.ts'
import { call, ScriptedDriver, say, turn } from '../../src/main/orchestrator/testing/scripted-driver.ts'
import { decisionOn } from '../../src/main/orchestrator/testing/world.ts'
import { createFileVault } from '../../src/main/settings/file-vault.ts'
import { isStorageError } from '../../src/main/storage/storage-trouble.ts'
import { registerBuiltin } from '../../src/main/tools/register-builtin.ts'
import type { CallView } from '../../src/shared/contract/calls.ts'
import { SporaError } from '../../src/shared/spora-error.ts'
import { effectTools, SLOW } from './tools.ts'
import { OutsideWorld } from './world.ts'

export const WORKLOADS = ['read', 'approval', 'parallel', 'sub-agent'] as const
export type Workload = (typeof WORKLOADS)[number]
export type Point = FaultPoint | 'F13' | 'F20' | 'F21' | 'F22' | 'F23' | 'F24'

/** What a person entered as a password. */
export const CANARY = 'canary-Zq7-"pass\\word"'

/** How often a person tries to save something. */
const PATIENCE = 200

/** The agents of the template. */
const AGENT = 1
const HELPER = 2
const HANDOVER = 'core/HandoverTool'

type Calls = readonly (readonly [tool: string, args: object])[]

/** What the model asks for first, by what the chat begins with. The first chat is the workload's own. */
const ASKED: Readonly<Record<Workload | 'more' | 'stop' | 'quit' | 'helper', Calls>> = {
  read: [
    ['lookup', { word: 'a' }],
    ['lookup', { word: 'b' }],
  ],
  approval: [['mail', { to: 'approve' }]],
  parallel: [
    ['mail', { to: 'approve' }],
    ['mail', { to: 'reject' }],
    ['mail', { to: 'later' }],
  ],
  'sub-agent': [['handover', { op: 'sub_agent', agent_id: HELPER, prompt: 'helper' }]],
  helper: [['mail', { to: 'approve' }]],
  more: [
    ['mail', { to: 'approve' }],
    ['note', { text: 'x' }],
    ['note', { text: 'y' }],
    ['handover', { op: 'sub_agent', agent_id: HELPER, prompt: 'helper' }],
  ],
  stop: [['mail', { to: 'stop' }]],
  quit: [['lookup', { word: SLOW }]],
}

export interface DayOptions {
  /** The app's data folder; what stands outside it is beside it. */
  readonly folder: string
  readonly outside: string
  readonly workload: Workload
  /** Told each point as it is passed. */
  readonly at: (point: Point) => void
  /** A day that goes on after the app died: everything is brought to an end. */
  readonly second: boolean
  /** What the person says of calls nobody knows the end of. */
  readonly answer?: () => 'it_happened' | 'run_again' | 'skip'
  /** Works with a plugin, in its own way. */
  readonly plugin?: (app: ReturnType<typeof openParts>, world: OutsideWorld) => Promise<void>
}

export interface DayReport {
  readonly chats: readonly {
    readonly id: number
    readonly title: string
    readonly status: string
    readonly steps: number
  }[]
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly state: string }[]
  readonly decisions: readonly { readonly call: string; readonly verdict: string; readonly hash: string }[]
  /** Calls that ran and may have changed something when the app died, as found; and those a card was shown for. */
  readonly ambiguous: readonly string[]
  readonly cards: readonly string[]
  /** Decisions that were saved before and were taken a second time. */
  readonly decidedTwice: readonly string[]
  readonly people: number
  readonly secretOpens: boolean
  readonly sound: string
  readonly notices: readonly string[]
}

/**
 * A day with the app, from its start to its end: a password is entered, chats are had, calls are decided. The person does
 * what is still to be done, so that a second day goes on where the first was cut off.
 */
export async function liveThroughDay(options: DayOptions): Promise<DayReport> {
  const world = new OutsideWorld(options.outside)
  const parts = openApp(options, world, () => day.service)
  const day = new Day(options, world, parts)
  try {
    await options.plugin?.(parts, world)
    return await day.live()
  } finally {
    parts.database.close()
  }
}

/** What a day begins with: the agents and their tools. */
export function prepareDays(options: DayOptions): void {
  const parts = openApp(options, new OutsideWorld(options.outside), () => day.service)
  const day = new Day(options, new OutsideWorld(options.outside), parts)
  day.makeAgents()
  parts.database.close()
}

function openApp({ folder, at, second }: DayOptions, world: OutsideWorld, delegate: () => TaskService) {
  const vault = createFileVault(`${folder}/vault.key`)
  const tools = effectTools(world, { done: () => at('F13'), patient: second })
  const handover = new HandoverTool({
    agentName: () => null,
    handOver: delegation => delegate().handOver(delegation),
    startSubAgent: delegation => delegate().startSubAgent(delegation),
  })
  return openParts(folder, [...tools, registerBuiltin(handover)], {
    storageFaults: { at },
    vault: {
      ...vault,
      seal(plain, place) {
        const sealed = vault.seal(plain, place)
        at('F23')
        return sealed
      },
    },
  })
}

class Day {
  readonly #options: DayOptions
  readonly #world: OutsideWorld
  readonly #parts: ReturnType<typeof openParts>
  readonly service: TaskService
  readonly #decidedTwice: string[] = []
  #busy = true

  constructor(options: DayOptions, world: OutsideWorld, parts: ReturnType<typeof openParts>) {
    this.#options = options
    this.#world = world
    this.#parts = parts
    const driver = new ScriptedDriver()
    driver.stream = request => this.#answer(request)
    this.service = new TaskService({
      ...parts,
      drivers: { driverFor: () => ({ driver, config: MODEL }) },
      limits: { firstRetryMs: 1, stopGraceMs: 5, deltaMs: 1, storageRetryMs: 5 },
      faults: { at: options.at },
    })
  }

  async live(): Promise<DayReport> {
    const { workload, second } = this.#options
    this.makeAgents()
    this.#parts.database.onNotice(() => {
      for (const { message } of this.#parts.database.notices) this.#world.told(message)
    })
    const ambiguous = this.#ids("state = 'started' AND idempotent = 0")
    this.service.start()
    const cards = this.#ids("state = 'outcome_unknown'")
    await this.#decideAgain()
    await this.#enterPassword()
    for (const prompt of [workload, 'more', 'stop'] as const) await this.#chat(prompt)
    if (second) await this.#chat('quit')
    else await this.#quitInTheMiddle()
    await this.service.stop()
    return { ...this.#found(), ambiguous, cards, decidedTwice: this.#decidedTwice }
  }

  /** The first answer of each chat calls tools, once the model is no longer busy. */
  async *#answer({ messages }: { messages: readonly { role: string; text?: unknown }[] }) {
    const prompt = messages[0]?.text as keyof typeof ASKED
    if (prompt === 'more' && this.#busy) {
      this.#busy = false
      throw new ModelError('LLM_OVERLOADED', 'Busy.', { retryable: true })
    }
    yield* messages.at(-1)?.role === 'user' ? turn(ASKED[prompt].map(each => call(...each))) : say('Done.')
  }

  makeAgents(): void {
    const { agents, activation, config, registry } = this.#parts
    if (agents.list().length > 0) return
    for (const name of ['Ada', 'Bob']) agents.create({ name })
    const helpers = { key: 'allowed_target_agents', action: 'set', value: [HELPER] } as const
    config.save(HANDOVER, { scope: 'global' }, 0, [helpers])
    for (const id of [AGENT, HELPER])
      for (const { toolClass } of registry.list()) activation.setTool(id, toolClass, true)
  }

  async #enterPassword(): Promise<void> {
    if (this.#secret() === CANARY) return
    const { config, registry } = this.#parts
    const { toolClass = '' } = registry.byName('mail') ?? {}
    const { revision } = config.view(toolClass, { scope: 'global' })
    const change = { key: 'password', action: 'set', value: CANARY } as const
    await this.#saved(() => config.save(toolClass, { scope: 'global' }, revision, [change]))
    this.#world.acknowledge({ kind: 'secret' })
  }

  #secret(): unknown {
    const { config, registry } = this.#parts
    return config.getEffectiveSettings(registry.byName('mail')?.toolClass ?? '', null, 1).password
  }

  /** What a person does until the app no longer says that it was not saved. */
  async #saved<T>(act: () => T | Promise<T>): Promise<T> {
    for (let times = 1; ; times++) {
      try {
        return await act()
      } catch (error) {
        if (!isStorageError(error) || times === PATIENCE) throw error
        this.#world.told((error as SporaError).message)
        await sleep(5)
      }
    }
  }

  async #begun(prompt: string): Promise<number> {
    const before = this.service.list().find(({ title }) => title === prompt)
    if (before) return before.id
    const { id } = await this.#saved(() => this.service.create({ agent_id: AGENT, prompt }, 1))
    this.#world.acknowledge({ kind: 'chat', id })
    return id
  }

  async #chat(prompt: string): Promise<void> {
    await this.#begun(prompt)
    do await this.service.idle()
    while (await this.#act())
  }

  /** The app ends while a call runs. */
  async #quitInTheMiddle(): Promise<void> {
    const id = await this.#begun('quit')
    const running = () => this.#world.effects.some(effect => this.service.call(effect.call).task_id === id)
    while (!running()) await sleep(2)
  }

  /** What a person does about what waits. False when nothing is left to do. */
  async #act(): Promise<boolean> {
    const waiting = this.service.pendingCalls().filter(pending => !this.#isForLater(pending))
    for (const pending of waiting) {
      if (pending.state === 'outcome_unknown') await this.#sayWhatHappened(pending.id)
      else if (to(pending) === 'stop') await this.#saved(() => this.service.abort(pending.task_id))
      else await this.#decide(pending, to(pending) === 'reject' ? 'reject' : 'approve')
    }
    return waiting.length > 0
  }

  #isForLater(pending: CallView): boolean {
    return to(pending) === 'later' && !this.#options.second
  }

  async #sayWhatHappened(call: string): Promise<void> {
    const answer = this.#options.answer?.() ?? 'skip'
    await this.#saved(() => this.service.resolveCall(call, answer))
    this.#world.acknowledge({ kind: 'answer', call, answer })
  }

  /** Looks, changes the number of copies, and decides; another window still shows what was there before. */
  async #decide(shown: CallView, verdict: 'approve' | 'reject'): Promise<void> {
    const { id } = shown
    const now =
      shown.tool_name === 'mail' && verdict === 'approve' && shown.revision === 1
        ? await this.#saved(() =>
            this.service.editCall(id, { ...(shown.arguments as object), copies: 2 }, shown.revision),
          )
        : shown
    if (now !== shown) await this.#send(shown, verdict)
    if (this.service.call(id).state === 'awaiting') await this.#send(now, verdict)
  }

  async #send(shown: CallView, verdict: 'approve' | 'reject'): Promise<void> {
    try {
      await this.#saved(() => this.service.approve(shown.task_id, [decisionOn(shown, verdict)], 1))
    } catch (error) {
      if (error instanceof SporaError && error.code === 'DECISION_STALE') return
      throw error
    }
    this.#world.acknowledge({ kind: 'decision', call: shown.id, verdict, hash: shown.args_sha256 })
  }

  /** The reply may have been lost on its way, so the person clicks once more. */
  async #decideAgain(): Promise<void> {
    for (const fact of this.#world.acknowledged) {
      if (fact.kind !== 'decision') continue
      const shown = this.service.call(fact.call)
      try {
        const decision = { ...decisionOn(shown, fact.verdict as 'approve' | 'reject'), args_sha256: fact.hash }
        await this.service.approve(shown.task_id, [decision], 1)
        this.#decidedTwice.push(fact.call)
      } catch (error) {
        if (!(error instanceof SporaError)) throw error
      }
    }
  }

  #ids(where: string): string[] {
    return this.#rows(`SELECT id FROM tool_calls WHERE ${where} ORDER BY id`).map(({ id }) => String(id))
  }

  #rows<Row = Record<string, unknown>>(sql: string): Row[] {
    return this.#parts.database.sqlite.prepare(sql).all() as Row[]
  }

  #found(): Omit<DayReport, 'ambiguous' | 'cards' | 'decidedTwice'> {
    const { sqlite, notices } = this.#parts.database
    return {
      chats: this.#rows('SELECT id, title, status, step_count AS steps FROM tasks ORDER BY id'),
      calls: this.#rows('SELECT id, tool_name AS tool, state FROM tool_calls ORDER BY id'),
      decisions: this.#rows('SELECT call_id AS call, verdict, args_sha256 AS hash FROM decisions'),
      people: this.#rows('SELECT id FROM users').length,
      secretOpens: this.#secret() === CANARY,
      sound: String(sqlite.pragma('quick_check', { simple: true })),
      notices: notices.map(({ code }) => code),
    }
  }
}

function to({ arguments: args }: CallView): string {
  return String((args as { to?: unknown }).to)
}
