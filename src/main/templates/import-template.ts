import type { TemplateConsent } from '../../shared/contract/templates.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { AgentNotes } from '../agents/agent-notes.ts'
import type { Agent, AgentStore } from '../agents/agent-store.ts'
import type { ToolActivation } from '../agents/tool-activation.ts'
import type { ToolConfigService } from '../settings/tool-config-service.ts'
import type { Database } from '../storage/database.ts'
import type { AgentTemplate } from './agent-template.ts'
import type { OperationPlan, ToolPlan } from './plan-tools.ts'
import { type TemplateProblem, warning } from './template-problem.ts'

export interface ImportParts {
  readonly database: Database
  readonly agents: AgentStore
  readonly activation: ToolActivation
  readonly notes: AgentNotes
  readonly config: ToolConfigService
}

export interface ImportedTool {
  readonly tool_class: string
  readonly enabled: boolean
  readonly operations_applied: number
  readonly settings_applied: number
  readonly warnings: readonly TemplateProblem[]
}

/**
 * Makes the agent, or nothing of it. What would run without asking does so only where the operator agreed, and so does a
 * setting that leads a tool elsewhere; a tool whose settings are missing keeps what was chosen for it and stays off (C5).
 */
export function importTemplate(
  parts: ImportParts,
  template: AgentTemplate,
  {
    name,
    source,
    tools,
    consent,
  }: {
    readonly name: string
    /** Where the file came from; the app's own and a plugin's ids are theirs alone. */
    readonly source: string
    readonly tools: readonly ToolPlan[]
    readonly consent: TemplateConsent
  },
): { agent: Agent; tools: ImportedTool[] } {
  const { database, agents, notes } = parts
  return database.transaction(() => {
    const { agent: fields, description, ...about } = template
    const agent = agents.create(
      {
        name,
        description: fields.description ?? description ?? '',
        system_prompt: fields.system_prompt ?? '',
        ...given('max_steps', fields.max_steps),
        ...given('allow_followup', fields.allow_followup),
        ...given('retry_after_minutes', fields.retry_after_minutes),
        ...given('max_retries', fields.max_retries),
      },
      undefined,
      { template: { ...origin(about), ...given('description', description), source } },
    )
    if (fields.notes) notes.write(agent.id, fields.notes)
    const imported = tools.map((plan, index) => importTool(parts, agent.id, plan, `tools[${index}]`, consent))
    return { agent, tools: imported }
  })
}

/** What only the template says; the rest lives in the agent from here on. */
function origin({ id, version, name, $schema, metadata, required_plugins: plugins }: Omit<AgentTemplate, 'agent'>) {
  return {
    id,
    version,
    name,
    ...given('$schema', $schema),
    ...given('metadata', metadata),
    ...given('required_plugins', plugins),
  }
}

function given<K extends string, T>(key: K, value: T | null | undefined): { readonly [key in K]?: T } {
  return value === null || value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: T })
}

function importTool(
  { activation, config }: ImportParts,
  agentId: number,
  { entry, tool, operations, settings, warnings: planned }: ToolPlan,
  place: string,
  consent: TemplateConsent,
): ImportedTool {
  const nothing = { operations_applied: 0, settings_applied: 0 }
  if (!tool) return { tool_class: entry.tool_class, enabled: false, ...nothing, warnings: planned }
  const { toolClass } = tool
  const warnings = [...planned]
  const scope = { scope: 'agent' as const, agent_id: agentId }
  let saved = 0
  for (const { setting, value, address } of settings) {
    const agreed = consent.addresses.some(each => each.tool_class === toolClass && each.key === setting.key)
    if (address !== null && !agreed) {
      const message = `${setting.label} stays as it is: nobody agreed that the tool goes to ${address}. Set it on the agent if it should.`
      warnings.push(warning('ADDRESS_NOT_AGREED', `${place}.settings.${setting.key}`, message))
      continue
    }
    try {
      const { revision } = config.view(toolClass, scope)
      config.save(toolClass, scope, revision, [{ key: setting.key, action: 'set', value }])
      saved++
    } catch (error) {
      if (!(error instanceof SporaError)) throw error
      warnings.push(warning('SETTING_REFUSED', `${place}.settings.${setting.key}`, error.message))
    }
  }
  let chosen = 0
  for (const operation of operations) {
    const change = choice(operation, toolClass, consent)
    if (change.enabled === null && change.requires_approval === null) continue
    activation.setOperation(agentId, toolClass, operation.name, change)
    chosen++
  }
  let enabled = false
  if (entry.enabled)
    try {
      activation.setTool(agentId, toolClass, true)
      enabled = true
    } catch (error) {
      if (!(error instanceof SporaError) || error.code !== 'SETTINGS_MISSING') throw error
      warnings.push(warning('TOOL_NEEDS_CONFIGURATION', place, `It stays off for now: ${error.message}`))
    }
  return { tool_class: toolClass, enabled, operations_applied: chosen, settings_applied: saved, warnings }
}

function choice({ name, needsConsent, chosen }: OperationPlan, toolClass: string, consent: TemplateConsent) {
  const agreed = consent.without_asking.some(each => each.tool_class === toolClass && each.operation === name)
  return needsConsent && !agreed ? { ...chosen, requires_approval: true } : chosen
}
