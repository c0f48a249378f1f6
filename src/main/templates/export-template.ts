import type { JsonValue, SettingInfo } from '@spora/sdk'
import type { Agent, AgentStore } from '../agents/agent-store.ts'
import type { ToolActivation } from '../agents/tool-activation.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import { toolSummary } from '../tools/tool-summary.ts'
import { type AgentTemplate, TEMPLATE_FORMAT, type TemplateTool, type TemplateValue } from './agent-template.ts'

export interface ExportParts {
  readonly registry: ToolRegistry
  readonly agents: AgentStore
  readonly activation: ToolActivation
  readonly config: ToolConfigService
}

export interface ExportOptions {
  readonly settings: boolean
  /** The agent's notes; null leaves them out. */
  readonly notes: string | null
}

/** The agent as a template: everything but secrets, and what means something only on this computer. */
export function exportTemplate(
  parts: ExportParts,
  agent: Agent,
  options: ExportOptions,
): { template: AgentTemplate; leftOut: string[] } {
  const leftOut: string[] = []
  const tools = toolClasses(parts, agent.id).map(toolClass => exportTool(parts, agent.id, toolClass, options, leftOut))
  if (agent.llmConfigId !== null) leftOut.push('The choice of the model: it belongs to this computer.')
  const origin = agent.template as Partial<Record<string, JsonValue>> | null
  const plugins = new Set([...strings(origin?.required_plugins), ...tools.flatMap(({ tool_class: c }) => slugOf(c))])
  const template = {
    $schema: typeof origin?.$schema === 'string' ? origin.$schema : TEMPLATE_FORMAT,
    id: idOf(agent, origin),
    name: nameOf(agent, origin),
    ...(typeof origin?.description === 'string' ? { description: origin.description } : {}),
    version: typeof origin?.version === 'string' ? origin.version : '1.0.0',
    agent: {
      description: agent.description,
      system_prompt: agent.systemPrompt,
      ...(options.notes === null || options.notes === '' ? {} : { notes: options.notes }),
      max_steps: agent.maxSteps,
      allow_followup: agent.allowFollowup,
      retry_after_minutes: agent.retryAfterMinutes,
      max_retries: agent.maxRetries,
    },
    tools,
    ...(plugins.size > 0 ? { required_plugins: [...plugins].sort() } : {}),
    ...(origin?.metadata ? { metadata: origin.metadata as Record<string, string> } : {}),
  }
  return { template, leftOut }
}

/** Enabled ones first, then those for which something was chosen. */
function toolClasses({ activation, config }: ExportParts, agentId: number): string[] {
  return [
    ...new Set([
      ...activation.enabledClasses(agentId),
      ...activation.classesChosenFor(agentId),
      ...config.classesSetFor(agentId),
    ]),
  ]
}

function exportTool(
  { registry, activation, config, agents }: ExportParts,
  agentId: number,
  toolClass: string,
  options: ExportOptions,
  leftOut: string[],
): TemplateTool {
  const tool = registry.byClass(toolClass)
  const operations = tool ? activation.operations(agentId, tool) : []
  const outgrown = new Set(operations.flatMap(operation => (operation.outgrown ? [operation.name] : [])))
  const chosen = [...activation.overrides(agentId, toolClass)].flatMap(([name, { enabled, requiresApproval }]) => {
    const asks = outgrown.has(name) ? null : requiresApproval
    return enabled === null && asks === null ? [] : [{ name, enabled, asks }]
  })
  const declared = tool?.metadata.settings ?? []
  const settings = options.settings ? exportSettings(agents, declared, config.agentSettings(toolClass, agentId)) : {}
  const title = toolSummary(toolClass, tool?.metadata ?? null).display_name
  if (!options.settings && config.classesSetFor(agentId).includes(toolClass)) leftOut.push(`The settings of ${title}.`)
  else if (tool && hasSecret(config, toolClass, agentId)) leftOut.push(`Secrets of ${title}.`)
  for (const { key, label } of declared)
    if (
      options.settings &&
      settings[key] === undefined &&
      carriesSecret(config.agentSettings(toolClass, agentId)[key] ?? null)
    )
      leftOut.push(`${label} of ${title}: the address carries a password.`)
  if (!tool && config.classesSetFor(agentId).includes(toolClass))
    leftOut.push(`The settings of ${toolClass}: its plugin is not here now.`)
  return {
    tool_class: toolClass,
    enabled: activation.isEnabled(agentId, toolClass),
    operations: chosen.map(({ name, enabled, asks }) => ({
      name,
      ...(enabled === null ? {} : { enabled }),
      ...(asks === null ? {} : { auto_approve: !asks }),
    })),
    ...(Object.keys(settings).length > 0 ? { settings } : {}),
  }
}

/** Its own, or one that counts for it: whoever imports the template has to enter it. */
function hasSecret(config: ToolConfigService, toolClass: string, agentId: number): boolean {
  const { fields } = config.view(toolClass, { scope: 'agent', agent_id: agentId })
  return fields.some(({ secret }) => secret?.set === true)
}

function exportSettings(
  agents: AgentStore,
  declared: readonly SettingInfo[],
  values: Readonly<Record<string, JsonValue>>,
): Record<string, TemplateValue> {
  const exported = declared.flatMap((setting): [string, TemplateValue][] => {
    const value = values[setting.key]
    if (value === undefined || value === null || carriesSecret(value)) return []
    if (!Array.isArray(value)) return isScalar(value) ? [[setting.key, value]] : []
    const { resolveAs = 'agent' } = setting
    const items = resolveAs === 'agent' ? value.flatMap(id => agents.find(Number(id))?.name ?? []) : value
    return [[setting.key, items.filter(isScalar)]]
  })
  return Object.fromEntries(exported)
}

/** An address with a password in it is a secret, whatever the setting is called. */
function carriesSecret(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(carriesSecret)
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { username, password } = new URL(value)
  return username !== '' || password !== ''
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Its own id; without the source when that is the app's or a plugin's, whose names nobody else may use. */
function idOf({ id, name }: Agent, origin: Partial<Record<string, JsonValue>> | null): string {
  if (typeof origin?.id === 'string')
    return origin.source === 'user' ? origin.id : (origin.id.split('/').at(-1) as string)
  return slug(name) || `agent-${id}`
}

/** An agent that was called “(imported)” only because of another one here goes by its own name again. */
function nameOf({ name }: Agent, origin: Partial<Record<string, JsonValue>> | null): string {
  const own = origin?.name
  return typeof own === 'string' && /^ \(imported(?: \d+)?\)$/.test(name.replace(own, '')) ? own : name
}

export function slug(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mn}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
}

function slugOf(toolClass: string): string[] {
  const [slug, className] = toolClass.split('/')
  return slug && className && slug !== 'core' ? [slug] : []
}

function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
