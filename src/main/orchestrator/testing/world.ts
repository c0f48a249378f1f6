import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type JsonValue, ToolResult } from '@spora/sdk'
import type { NewAgent } from '../../../shared/contract/agents.ts'
import type { CallView, Decision } from '../../../shared/contract/calls.ts'
import type { AppEvent } from '../../../shared/contract/events.ts'
import type { TaskStatus, TaskView } from '../../../shared/contract/tasks.ts'
import type { ModelDriver } from '../../models/model-driver.ts'
import { registerBuiltin } from '../../tools/register-builtin.ts'
import type { RegisteredTool, ToolOutcome } from '../../tools/registered-tool.ts'
import type { Faults } from '../faults.ts'
import type { RuntimeLimits } from '../limits.ts'
import type { OrchestratorParts } from '../orchestrator-parts.ts'
import { TaskService } from '../task-service.ts'
import { MODEL, openParts } from './open-parts.ts'
import { ScriptedDriver, type ScriptedTurn } from './scripted-driver.ts'
import { worldTools } from './world-tools.ts'

export interface WorldOptions {
  readonly turns?: readonly ScriptedTurn[]
  readonly limits?: Partial<RuntimeLimits>
  readonly faults?: Faults
  readonly agent?: Partial<NewAgent>
  /** Real drivers instead of scripted ones. */
  readonly driverFor?: (agentId: number) => ModelDriver
  /** More tools than those of the world. */
  readonly tools?: (world: World) => readonly RegisteredTool[]
  readonly ownTools?: (world: World) => readonly RegisteredTool[]
}

const WORLD = 'world'

const FAST: Partial<RuntimeLimits> = {
  firstRetryMs: 1,
  longestRetryMs: 5,
  describeMs: 200,
  storageRetryMs: 5,
  deltaMs: 1,
}

/** The real runtime in a folder of its own, with a scripted model. `restart` closes it and opens the folder again. */
export class World {
  readonly folder = mkdtempSync(join(tmpdir(), 'spora-world-'))
  readonly driver: ScriptedDriver
  readonly tools = worldTools()
  /** Agents with a model of their own. */
  readonly #driverOf = new Map<number, ScriptedDriver>()
  readonly drivers: OrchestratorParts['drivers'] = {
    driverFor: id => ({ driver: this.options.driverFor?.(id) ?? this.driverOf(id), config: MODEL }),
  }
  readonly events: AppEvent[] = []
  readonly agentId: number
  parts!: ReturnType<typeof openParts>
  service!: TaskService

  constructor(readonly options: WorldOptions = {}) {
    this.driver = new ScriptedDriver(options.turns)
    this.start()
    this.agentId = this.#createAgent({ name: 'Ada', ...options.agent })
  }

  /** Another agent with all tools, and a model that says this. */
  addAgent(name: string, turns: readonly ScriptedTurn[] = [], more: Partial<NewAgent> = {}): number {
    const id = this.#createAgent({ name, ...more })
    this.#driverOf.set(id, new ScriptedDriver(turns))
    return id
  }

  driverOf(agentId: number): ScriptedDriver {
    return this.#driverOf.get(agentId) ?? this.driver
  }

  #createAgent(agent: NewAgent): number {
    const { agents, activation, config, registry } = this.parts
    const { id } = agents.create({ max_steps: 20, ...agent })
    for (const { toolClass } of registry.list())
      if (config.missingRequired(toolClass, id, 1).length === 0) activation.setTool(id, toolClass, true)
    return id
  }

  start(): void {
    this.parts = this.#open()
    this.service = new TaskService({
      ...this.parts,
      drivers: this.drivers,
      limits: { ...FAST, ...this.options.limits },
      ownTools: this.options.ownTools?.(this) ?? [],
      ...(this.options.faults ? { faults: this.options.faults } : {}),
    })
    this.service.start()
  }

  async restart(): Promise<void> {
    await this.service.stop()
    this.parts.database.close()
    this.start()
  }

  async close(): Promise<void> {
    await this.service.stop()
    this.parts.database.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** A new chat, until it needs a person or is over. */
  async ask(prompt = 'Go.', maxSteps?: number): Promise<TaskView> {
    const task = this.service.create({ agent_id: this.agentId, prompt, max_steps: maxSteps }, 1)
    return this.settled(task.id)
  }

  async settled(taskId: number): Promise<TaskView> {
    await this.service.idle()
    return this.service.get(taskId)
  }

  calls(taskId: number): CallView[] {
    return this.service.get(taskId).timeline.flatMap(item => (item.kind === 'call' ? [item.call] : []))
  }

  /** Decides as the window does: what was shown comes back. */
  async decide(taskId: number, verdicts: readonly (Decision['decision'] | null)[], reason?: string): Promise<TaskView> {
    const waiting = this.calls(taskId).filter(call => call.state === 'awaiting')
    const decisions = waiting.flatMap((call, index) => {
      const verdict = verdicts[index]
      return verdict ? [decisionOn(call, verdict, reason)] : []
    })
    await this.service.approve(taskId, decisions, 1)
    return this.settled(taskId)
  }

  /** As when a plugin is reloaded with another version. */
  updateTool(name: string): void {
    this.#replaceTools(tool =>
      tool.metadata.tool.name === name ? { ...tool, fingerprint: `${tool.fingerprint}2` } : tool,
    )
  }

  /** As when a person fills in a setting of the first agent's tool. */
  changeSetting(toolClass: string, key: string, value: JsonValue): void {
    const scope = { scope: 'agent', agent_id: this.agentId } as const
    const { revision } = this.parts.config.view(toolClass, scope)
    this.parts.config.save(toolClass, scope, revision, [{ key, action: 'set', value }])
  }

  removeTool(name: string): void {
    this.#replaceTools(tool => (tool.metadata.tool.name === name ? null : tool))
  }

  /** As when the process of a plugin dies with a call inside. */
  loseCallsOf(name: string): void {
    this.#answerFor(name, { kind: 'lost', reason: 'The plugin ended.' })
  }

  failing(name: string): void {
    this.answering(name, ToolResult.fail('It did not work.'))
  }

  answering(name: string, result: ToolResult): void {
    this.#answerFor(name, { kind: 'result', result })
  }

  #answerFor(name: string, outcome: ToolOutcome): void {
    this.#replaceTools(tool =>
      tool.metadata.tool.name === name ? { ...tool, runner: { ...tool.runner, execute: async () => outcome } } : tool,
    )
  }

  /** The registry knows no way to change a core tool, so all of them are registered again as one plugin's. */
  #replaceTools(change: (tool: RegisteredTool) => RegisteredTool | null): void {
    const { registry } = this.parts
    const tools = registry
      .list()
      .filter(({ pluginSlug }) => pluginSlug === WORLD)
      .map(change)
    registry.removePlugin(WORLD)
    registry.register(tools.filter(tool => tool !== null))
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await sleep(2)
  }

  untilStatus(taskId: number, status: TaskStatus): Promise<void> {
    return this.until(() => this.service.get(taskId).status === status)
  }

  #open() {
    const own = this.tools.classes.map(Tool => registerBuiltin(new Tool()))
    const tools = [...own, ...(this.options.tools?.(this) ?? [])]
    const parts = openParts(
      this.folder,
      tools.map(tool => (tool.pluginSlug === null ? { ...tool, pluginSlug: WORLD } : tool)),
    )
    const publish = parts.events.publish.bind(parts.events)
    parts.events.publish = event => {
      this.events.push(event as AppEvent)
      publish(event)
    }
    return parts
  }
}

export function decisionOn(call: CallView, decision: Decision['decision'], reason?: string): Decision {
  return {
    call_id: call.id,
    decision,
    args_sha256: call.args_sha256,
    revision: call.revision,
    ...(reason === undefined ? {} : { reason }),
  }
}
