import type { Agent } from '../agents/agent-store.ts'
import type { EffectiveOperation } from '../agents/tool-activation.ts'
import type { ModelDriver, ModelRequest } from '../models/model-driver.ts'
import { RecentMap } from '../storage/recent-map.ts'
import type { DialectName } from '../tools/dialects/compile-for-dialect.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { type ToolDefinitions, toolDefinitions } from '../tools/tool-definitions.ts'
import { type WireNames, wireNames } from '../tools/wire-names.ts'
import type { Round } from './conversation.ts'
import type { OrchestratorParts } from './orchestrator-parts.ts'
import type { OfferedTool, Planner } from './plan-calls.ts'
import { spokenMessages } from './spoken-messages.ts'
import type { TaskRow } from './task-store.ts'
import type { Rights, TaskTools } from './task-tools.ts'
import { type ImagesOf, type MadeMessages, toMessages } from './to-messages.ts'

interface Offer extends ToolDefinitions {
  /** The wire names of the tools, in their order. */
  readonly wires: readonly string[]
  readonly offered: ReadonlyMap<string, OfferedTool>
  readonly disabled: ReadonlyMap<string, RegisteredTool>
  /** Of the registry the disabled ones were taken from. */
  readonly revision: number
  /** Whether what was told of a tool still holds, where that can change without a write: looked at each time. */
  readonly unsettled: readonly (() => boolean)[]
}

interface More {
  /** A result was shortened, so that the tool that reads the rest is offered (T10). */
  readonly shortened?: boolean
  /** For a model that sees. */
  readonly images?: ImagesOf | undefined
}

export interface BuiltRequest {
  readonly request: ModelRequest
  readonly planner: Planner
}

/**
 * What a model is asked: who it is, what was said, what it may call. The tools of an agent are put together once for
 * each change of anything they depend on.
 */
export class RequestBuilder {
  readonly #offers: RecentMap<string, { version: string; offer: Offer }>

  constructor(
    readonly parts: Pick<OrchestratorParts, 'registry' | 'config' | 'activation' | 'agents'>,
    readonly taskTools: TaskTools,
    readonly callsPerTurn: number,
    keptOffers: number,
  ) {
    this.#offers = new RecentMap(keptOffers)
  }

  build(
    task: TaskRow,
    agent: Agent,
    driver: ModelDriver,
    rounds: readonly Round[],
    signal: AbortSignal,
    { shortened = false, images }: More = {},
  ): BuiltRequest {
    if (task.withoutTools) return this.#bare(agent, driver, rounds, signal)
    const rights = this.taskTools.of(task)
    const offer = this.#offer(rights, driver.dialect, shortened)
    const { tools, names, wires, offered, disabled } = offer
    return {
      request: {
        system: agent.systemPrompt.trim() || `You are ${agent.name}, an assistant. Use your tools where they help.`,
        messages: toMessages(
          rounds,
          driver.provider,
          name => historicName(name, names, offered),
          images,
          madeFor(offer, driver.provider),
        ),
        tools,
        signal,
      },
      planner: {
        canonical: wireName => names.canonical(wireName),
        offered,
        disabled,
        wireNames: wires,
        callsPerTurn: this.callsPerTurn,
        policy: (tool, operation, args) => rights.to(tool).policy(operation, args),
      },
    }
  }

  /** H8: for a model that is offered no tools. */
  #bare(agent: Agent, driver: ModelDriver, rounds: readonly Round[], signal: AbortSignal): BuiltRequest {
    return {
      request: {
        system: agent.systemPrompt.trim() || `You are ${agent.name}, an assistant.`,
        messages: spokenMessages(toMessages(rounds, driver.provider, name => name)),
        tools: [],
        signal,
      },
      planner: {
        canonical: () => undefined,
        offered: new Map(),
        disabled: new Map(),
        wireNames: [],
        callsPerTurn: this.callsPerTurn,
        policy: () => {
          throw new Error('No tool is offered.')
        },
      },
    }
  }

  #offer(rights: Rights, dialect: DialectName, shortened: boolean): Offer {
    const { registry, config, activation } = this.parts
    const version = `${registry.revision}.${config.version}.${activation.version}`
    const key = `${rights.key} ${dialect} ${shortened}`
    const kept = this.#offers.get(key)
    if (kept?.version === version && kept.offer.unsettled.every(holds => holds())) return kept.offer
    const offer = this.#makeOffer(rights, dialect, shortened, kept?.offer)
    // What a transaction has written may yet be undone.
    if (!this.taskTools.journal.database.sqlite.inTransaction) this.#offers.set(key, { version, offer })
    return offer
  }

  /** Only what has changed since `before` is made anew. */
  #makeOffer(rights: Rights, dialect: DialectName, shortened: boolean, before: Offer | undefined): Offer {
    const { config, agents, registry } = this.parts
    const { agentId } = rights
    const { ownerUserId } = agents.owner(agentId)
    const toldOf = (tool: RegisteredTool) => config.told(tool, agentId, ownerUserId)
    const candidates = [...rights.tools(), ...(shortened ? this.taskTools.own : [])].map(tool => ({
      tool,
      operations: rights.operations(tool),
      told: toldOf(tool),
    }))
    const ready = candidates.filter(({ told }) => told.missing.length === 0)
    const definitions = toolDefinitions(
      {
        dialect,
        tools: ready.map(({ tool, operations, told }) => ({
          tool,
          allowedOperations: enabledNames(operations),
          effectiveConfiguration: told.block,
        })),
      },
      before,
    )
    const { names } = definitions
    const offered = new Map<string, OfferedTool>()
    for (const { tool, operations } of ready)
      if (definitions.made.get(tool.qualifiedName)?.compiled.ok) offered.set(tool.qualifiedName, { tool, operations })
    const isNamedAlike = before?.names === names
    return {
      ...definitions,
      offered,
      unsettled: candidates
        .filter(({ told }) => !told.settled)
        .map(
          ({ tool, told }) =>
            () =>
              toldOf(tool) === told,
        ),
      wires: isNamedAlike ? before.wires : definitions.tools.map(tool => tool.wireName),
      revision: registry.revision,
      disabled:
        isNamedAlike && before.revision === registry.revision ? before.disabled : this.#disabled(offered, names),
    }
  }

  /** The names under which a model may still know tools that were switched off. */
  #disabled(offered: ReadonlyMap<string, OfferedTool>, names: WireNames): ReadonlyMap<string, RegisteredTool> {
    const others = this.parts.registry.list().filter(tool => !offered.has(tool.qualifiedName))
    return new Map(others.map(tool => [historicName(tool.qualifiedName, names, offered), tool]))
  }
}

const madeMessages = new WeakMap<Offer, Map<string, MadeMessages>>()

/** An offer gives calls their names, and a provider gets what was its own. */
function madeFor(offer: Offer, provider: string): MadeMessages {
  const byProvider = madeMessages.get(offer) ?? new Map<string, MadeMessages>()
  madeMessages.set(offer, byProvider)
  const made = byProvider.get(provider) ?? new WeakMap()
  byProvider.set(provider, made)
  return made
}

const namesOf = new WeakMap<readonly EffectiveOperation[], readonly string[]>()

/** The same list for the same operations. */
function enabledNames(operations: readonly EffectiveOperation[]): readonly string[] {
  const known = namesOf.get(operations)
  if (known) return known
  const names = operations.filter(({ enabled }) => enabled).map(({ name }) => name)
  namesOf.set(operations, names)
  return names
}

/** A wire name also for a tool that is not offered now: calls of the past keep their names. Never one that is in use. */
function historicName(name: string, names: WireNames, offered: ReadonlyMap<string, unknown>): string {
  if (offered.has(name)) return names.wire(name)
  const own = wireNames([name]).wire(name)
  return names.canonical(own) === undefined ? own : wireNames([`${name} `]).wire(`${name} `)
}
