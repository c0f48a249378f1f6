import type { Agent } from '../agents/agent-store.ts'
import type { ModelDriver, ModelRequest } from '../models/model-driver.ts'
import type { DialectName } from '../tools/dialects/compile-for-dialect.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { type ToolDefinitions, toolDefinitions } from '../tools/tool-definitions.ts'
import { type WireNames, wireNames } from '../tools/wire-names.ts'
import type { Round } from './conversation.ts'
import type { OrchestratorParts } from './orchestrator-parts.ts'
import type { OfferedTool, Planner } from './plan-calls.ts'
import type { TaskRow } from './task-store.ts'
import type { Rights, TaskTools } from './task-tools.ts'
import { type ImagesOf, toMessages } from './to-messages.ts'

interface Offer extends ToolDefinitions {
  /** The wire names of the tools, in their order. */
  readonly wires: readonly string[]
  readonly offered: ReadonlyMap<string, OfferedTool>
  readonly disabled: ReadonlyMap<string, RegisteredTool>
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
  readonly #offers = new Map<string, { version: string; offer: Offer }>()

  constructor(
    readonly parts: Pick<OrchestratorParts, 'registry' | 'config' | 'activation' | 'agents'>,
    readonly taskTools: TaskTools,
    readonly callsPerTurn: number,
  ) {}

  build(
    task: TaskRow,
    agent: Agent,
    driver: ModelDriver,
    rounds: readonly Round[],
    signal: AbortSignal,
    { shortened = false, images }: More = {},
  ): BuiltRequest {
    const rights = this.taskTools.of(task)
    const { tools, names, wires, offered, disabled } = this.#offer(rights, driver.dialect, shortened)
    return {
      request: {
        system: agent.systemPrompt.trim() || `You are ${agent.name}, an assistant. Use your tools where they help.`,
        messages: toMessages(rounds, driver.provider, name => historicName(name, names, offered), images),
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

  #offer(rights: Rights, dialect: DialectName, shortened: boolean): Offer {
    const { registry, config, activation } = this.parts
    const version = `${registry.revision}.${config.version}.${activation.version}`
    const key = `${rights.key} ${dialect} ${shortened}`
    const kept = this.#offers.get(key)
    if (kept?.version === version) return kept.offer
    const offer = this.#makeOffer(rights, dialect, shortened)
    this.#offers.set(key, { version, offer })
    return offer
  }

  #makeOffer(rights: Rights, dialect: DialectName, shortened: boolean): Offer {
    const { config, agents } = this.parts
    const { agentId } = rights
    const { ownerUserId } = agents.owner(agentId)
    const ready = rights
      .tools()
      .filter(tool => config.missingRequired(tool.toolClass, agentId, ownerUserId).length === 0)
    const candidates = [...ready, ...(shortened ? this.taskTools.own : [])].map(tool => ({
      tool,
      operations: rights.to(tool).operations,
    }))
    const definitions = toolDefinitions({
      dialect,
      tools: candidates.map(({ tool, operations }) => ({
        tool,
        allowedOperations: operations.filter(operation => operation.enabled).map(operation => operation.name),
        effectiveConfiguration: this.taskTools.isOwn(tool)
          ? ''
          : config.effectiveConfiguration(tool.toolClass, agentId, ownerUserId),
      })),
    })
    const leftOut = new Set(definitions.leftOut.map(({ toolClass }) => toolClass))
    const offered = new Map(
      candidates
        .filter(({ tool, operations }) => !leftOut.has(tool.toolClass) && operations.some(({ enabled }) => enabled))
        .map(candidate => [candidate.tool.qualifiedName, candidate]),
    )
    const wires = definitions.tools.map(tool => tool.wireName)
    return { ...definitions, wires, offered, disabled: this.#disabled(offered, definitions.names) }
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
