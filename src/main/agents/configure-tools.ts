import { SporaError } from '../../shared/spora-error.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import type { Database } from '../storage/database.ts'
import { operationsOf } from '../tools/operations.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { AgentFamily } from './agent-family.ts'
import { type ManifestParts, missingKeys } from './agent-manifest.ts'
import { commonRights, exceeds, type Right, rightsTo } from './agent-rights.ts'

/** What one agent asks for on another. What is left out stays as it is. */
export interface ToolChange {
  readonly tool_class: string
  readonly enabled?: boolean
  readonly operations?: readonly {
    readonly name: string
    readonly enabled?: boolean
    readonly auto_approve?: boolean
  }[]
}

export interface ConfigureParts extends ManifestParts {
  readonly database: Database
  readonly family: AgentFamily
  readonly config: ManifestParts['config'] & Pick<ToolConfigService, 'copyToolSettings' | 'classesSetFor'>
}

/**
 * Tools of an agent, set by an agent that made it (A2, A3). All of it or nothing. Nobody gives what it does not have:
 * what is asked for beyond that is refused, and what a tool would allow by itself beyond that is narrowed. Answers what
 * was narrowed, in sentences.
 */
export function configureTools(
  parts: ConfigureParts,
  callerId: number,
  targetId: number,
  changes: readonly ToolChange[],
): string[] {
  const givers = giversOf(parts, callerId, targetId)
  return parts.database.transaction(() => {
    const problems = [...unknownNames(parts, changes), ...repeated(changes)]
    if (problems.length > 0) throw refused('VALIDATION_ERROR', problems)
    const warnings = changes.flatMap(change => apply(parts, givers, targetId, change, problems))
    if (problems.length > 0) throw refused('AGENT_RIGHTS', problems)
    return warnings
  })
}

/** Everybody between the two, who must all have what is given. */
function giversOf({ family, agents }: ConfigureParts, callerId: number, targetId: number): readonly number[] {
  const line = family.lineTo(callerId, targetId)
  if (line) return line
  const { name } = agents.get(targetId)
  const why =
    callerId === targetId
      ? 'An agent cannot change its own tools, operations or approvals.'
      : family.ancestors(callerId).includes(targetId)
        ? `Agent #${targetId} “${name}” made the calling agent, so the calling agent cannot change its tools.`
        : `Agent #${targetId} “${name}” was not made by the calling agent, so the calling agent cannot change its tools.`
  throw new SporaError('AGENT_RIGHTS', `${why} ${onlyTheOperator(name)}`, { agent_id: targetId })
}

function unknownNames({ registry }: ConfigureParts, changes: readonly ToolChange[]): string[] {
  return changes.flatMap(({ tool_class: toolClass, operations = [] }) => {
    const tool = registry.byClass(toolClass)
    if (!tool) return [`There is no tool class “${toolClass}”. Take one of get_available_tools.`]
    const known = operationsOf(tool.metadata).map(({ name }) => name)
    return operations
      .filter(({ name }) => !known.includes(name))
      .map(({ name }) => `${toolClass} has no operation “${name}”. It has: ${known.join(', ')}.`)
  })
}

function repeated(changes: readonly ToolChange[]): string[] {
  const twice = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index)
  return [
    ...twice(changes.map(change => change.tool_class)).map(name => `“${name}” stands twice. Send one entry for it.`),
    ...changes.flatMap(({ tool_class: toolClass, operations = [] }) =>
      twice(operations.map(({ name }) => name)).map(name => `${toolClass}: “${name}” stands twice. Send it once.`),
    ),
  ]
}

function apply(
  parts: ConfigureParts,
  givers: readonly number[],
  targetId: number,
  change: ToolChange,
  problems: string[],
): string[] {
  const { registry, activation, agents } = parts
  const tool = registry.byClass(change.tool_class) as RegisteredTool
  const limits = commonRights(activation, givers, tool)
  const excess = asksTooMuch(tool, change, limits)
  if (excess.length > 0) {
    problems.push(...excess.map(sentence => `${sentence} ${onlyTheOperator(agents.get(targetId).name)}`))
    return []
  }
  const before = rightsTo(activation, targetId, tool)
  const latentBefore = latentRights(parts, targetId, tool)
  for (const { name, enabled, auto_approve: auto } of change.operations ?? [])
    activation.setOperation(targetId, tool.toolClass, name, {
      enabled,
      requires_approval: auto === undefined ? undefined : !auto,
    })
  if (change.enabled === true && !activation.isEnabled(targetId, tool.toolClass)) {
    shareSettings(parts, givers, targetId, tool.toolClass)
    const missing = missingKeys(parts, targetId, tool.toolClass)
    if (missing.length > 0) {
      problems.push(
        `${tool.toolClass} needs settings first: ${missing.join(', ')}. Only the operator can enter them, in the window under Tools.`,
      )
      return []
    }
  }
  if (change.enabled !== undefined) activation.setTool(targetId, tool.toolClass, change.enabled)

  const after = rightsTo(activation, targetId, tool)
  const latentAfter = latentRights(parts, targetId, tool)
  const off: Right = 'off'
  return [...limits].flatMap(([name, limit]) => {
    const latent = latentAfter.get(name) ?? off
    const grew =
      exceeds(after.get(name) ?? off, before.get(name) ?? off) || exceeds(latent, latentBefore.get(name) ?? off)
    if (!grew || !exceeds(latent, limit)) return []
    activation.setOperation(
      targetId,
      tool.toolClass,
      name,
      limit === 'off' ? { enabled: false } : { requires_approval: true },
    )
    return [`${tool.toolClass}, ${name}: ${limit === 'off' ? 'off' : 'asks first'}, as on the calling agent.`]
  })
}

/** What was asked for by name, against what the givers have. */
function asksTooMuch(
  tool: RegisteredTool,
  { enabled, operations = [] }: ToolChange,
  limits: ReadonlyMap<string, Right>,
): string[] {
  const { toolClass } = tool
  if (enabled === true && [...limits.values()].every(limit => limit === 'off'))
    return [`The calling agent does not have ${toolClass} itself, so it cannot give it to another agent.`]
  return operations.flatMap(({ name, enabled: on, auto_approve: auto }) => {
    const limit = limits.get(name) ?? 'off'
    if (on === true && limit === 'off')
      return [`The calling agent may not use “${name}” of ${toolClass} itself, so it cannot give it to another agent.`]
    if (auto === true && limit !== 'free')
      return [
        `“${name}” of ${toolClass} does not run without approval on the calling agent itself, so auto_approve cannot be given to another agent. Send auto_approve: false or leave it out.`,
      ]
    return []
  })
}

/** What the agent may do once the tool is enabled: nothing may lie in wait there either. */
function latentRights(
  { activation }: ConfigureParts,
  agentId: number,
  tool: RegisteredTool,
): ReadonlyMap<string, Right> {
  return rightsTo({ isEnabled: () => true, operations: (id, of) => activation.operations(id, of) }, agentId, tool)
}

/** The new tool works with the settings its giver has, and within the same bounds. What is set for it already stays. */
function shareSettings(
  { config }: ConfigureParts,
  givers: readonly number[],
  targetId: number,
  toolClass: string,
): void {
  if (config.classesSetFor(targetId).includes(toolClass)) return
  const giver = givers.find(id => config.classesSetFor(id).includes(toolClass))
  if (giver !== undefined) config.copyToolSettings(toolClass, giver, targetId)
}

function onlyTheOperator(name: string): string {
  return `Only the operator can, in the window: Agents, “${name}”, Tools.`
}

function refused(code: 'VALIDATION_ERROR' | 'AGENT_RIGHTS', problems: readonly string[]): SporaError {
  const [first] = problems
  const words = problems.length === 1 ? (first as string) : `\n${problems.map(problem => `- ${problem}`).join('\n')}`
  return new SporaError(code, `Nothing was changed. ${words}`, { problems })
}
