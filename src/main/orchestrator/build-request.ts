import type { Agent } from '../agents/agent-store.ts'
import type { Dialect, ModelDriver, ModelRequest } from '../models/model-driver.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { type ToolDefinitions, toolDefinitions } from '../tools/tool-definitions.ts'
import { type WireNames, wireNames } from '../tools/wire-names.ts'
import type { Round } from './conversation.ts'
import type { OrchestratorParts } from './orchestrator-parts.ts'
import type { OfferedTool, Planner } from './plan-calls.ts'
import { toMessages } from './to-messages.ts'

interface Offer extends ToolDefinitions {
  readonly offered: ReadonlyMap<string, OfferedTool>
  readonly disabled: ReadonlyMap<string, RegisteredTool>
}

/**
 * What a model is asked: who it is, what was said, what it may call. The tools of an agent are put together once for
 * each change of anything they depend on.
 */
export class RequestBuilder {
  readonly #offers = new Map<string, { version: string; offer: Offer }>()

  constructor(
    readonly parts: Pick<OrchestratorParts, 'registry' | 'config' | 'activation' | 'agents'>,
    readonly callsPerTurn: number,
  ) {}

  build(
    agent: Agent,
    driver: ModelDriver,
    rounds: readonly Round[],
    signal: AbortSignal,
  ): { request: ModelRequest; planner: Planner } {
    const { tools, names, offered, disabled } = this.#offer(agent.id, driver.dialect)
    return {
      request: {
        system: agent.systemPrompt.trim() || `You are ${agent.name}, an assistant. Use your tools where they help.`,
        messages: toMessages(rounds, driver.provider, name => historicName(name, names, offered)),
        tools,
        signal,
      },
      planner: {
        canonical: wireName => names.canonical(wireName),
        offered,
        disabled,
        wireNames: tools.map(tool => tool.wireName),
        callsPerTurn: this.callsPerTurn,
      },
    }
  }

  #offer(agentId: number, dialect: Dialect): Offer {
    const { registry, config, activation } = this.parts
    const version = `${registry.revision}.${config.version}.${activation.version}`
    const key = `${agentId} ${dialect}`
    const kept = this.#offers.get(key)
    if (kept?.version === version) return kept.offer
    const offer = this.#makeOffer(agentId, dialect)
    this.#offers.set(key, { version, offer })
    return offer
  }

  #makeOffer(agentId: number, dialect: Dialect): Offer {
    const { config, activation, agents } = this.parts
    const { ownerUserId } = agents.owner(agentId)
    const candidates = activation
      .enabledTools(agentId)
      .filter(tool => config.missingRequired(tool.toolClass, agentId, ownerUserId).length === 0)
      .map(tool => ({ tool, operations: activation.operations(agentId, tool) }))
    const definitions = toolDefinitions({
      dialect,
      tools: candidates.map(({ tool, operations }) => ({
        tool,
        allowedOperations: operations.filter(operation => operation.enabled).map(operation => operation.name),
        effectiveConfiguration: config.effectiveConfiguration(tool.toolClass, agentId, ownerUserId),
      })),
    })
    const leftOut = new Set(definitions.leftOut.map(({ toolClass }) => toolClass))
    const offered = new Map(
      candidates
        .filter(({ tool, operations }) => !leftOut.has(tool.toolClass) && operations.some(({ enabled }) => enabled))
        .map(candidate => [candidate.tool.qualifiedName, candidate]),
    )
    return { ...definitions, offered, disabled: this.#disabled(offered, definitions.names) }
  }

  /** The names under which a model may still know tools that were switched off. */
  #disabled(offered: ReadonlyMap<string, OfferedTool>, names: WireNames): ReadonlyMap<string, RegisteredTool> {
    const others = this.parts.registry.list().filter(tool => !offered.has(tool.qualifiedName))
    return new Map(others.map(tool => [historicName(tool.qualifiedName, names, offered), tool]))
  }
}

/** A wire name also for a tool that is not offered now: calls of the past keep their names. Never one that is in use. */
function historicName(name: string, names: WireNames, offered: ReadonlyMap<string, unknown>): string {
  if (offered.has(name)) return names.wire(name)
  const own = wireNames([name]).wire(name)
  return names.canonical(own) === undefined ? own : wireNames([`${name} `]).wire(`${name} `)
}
