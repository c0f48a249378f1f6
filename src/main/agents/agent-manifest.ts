import type { ToolConfigService } from '../settings/tool-config-service.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { shownName } from '../tools/shown-name.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import type { AgentNotes } from './agent-notes.ts'
import type { AgentStore } from './agent-store.ts'
import type { ToolActivation } from './tool-activation.ts'

export interface ManifestParts {
  readonly registry: ToolRegistry
  readonly config: Pick<ToolConfigService, 'missingRequired'>
  readonly agents: AgentStore
  readonly activation: ToolActivation
  readonly notes: AgentNotes
}

/** An agent as an agent reads it: no values, no secrets, and of the tools only what a next call needs (A4). */
export function agentManifest(
  parts: ManifestParts,
  agentId: number,
  named: readonly string[] = [],
  warnings: readonly string[] = [],
) {
  const { registry, agents, activation, notes } = parts
  const agent = agents.get(agentId)
  const enabled = activation.enabledTools(agentId)
  const shown = registry.list().filter(tool => enabled.includes(tool) || named.includes(tool.toolClass))
  return {
    agent_id: agent.id,
    name: agent.name,
    description: agent.description,
    system_prompt: agent.systemPrompt,
    notes_length: [...notes.read(agentId)].length,
    template_id: agent.template ? String(agent.template.id) : null,
    created_by_agent_id: agent.parentAgentId,
    max_steps: agent.maxSteps,
    allow_followup: agent.allowFollowup,
    retry_after_minutes: agent.retryAfterMinutes,
    max_retries: agent.maxRetries,
    is_archived: agent.archived,
    tools: shown.map(tool => ({
      tool_class: tool.toolClass,
      icon: iconName(tool),
      enabled: enabled.includes(tool),
      operations: activation.operations(agentId, tool).map(operation => ({
        name: operation.name,
        enabled: operation.enabled,
        requires_approval: operation.requiresApproval,
      })),
    })),
    missing_required: enabled.flatMap(({ toolClass }) =>
      missingKeys(parts, agentId, toolClass).map(key => `${toolClass}:${key}`),
    ),
    warnings: [...warnings],
  }
}

export type AgentManifest = ReturnType<typeof agentManifest>

/**
 * What `get_available_tools` answers (A1): version 2 of the contract, in its order of fields. Relative to the calling
 * agent; keys of missing settings, never values.
 */
export function availableTools(parts: ManifestParts, agentId: number) {
  const { registry, activation, agents } = parts
  agents.get(agentId)
  const tools = registry.list().map(tool => {
    const missing = missingKeys(parts, agentId, tool.toolClass)
    return {
      tool_class: tool.toolClass,
      display_name: shownName(tool.metadata),
      description: tool.metadata.tool.description,
      plugin_slug: tool.pluginSlug,
      enabled: activation.isEnabled(agentId, tool.toolClass),
      ready_to_enable: missing.length === 0,
      missing_required: missing,
      operations: activation.operations(agentId, tool).map(({ name, operation, enabled, requiresApproval }) => ({
        name,
        description: operation.description,
        enabled,
        requires_approval: requiresApproval,
      })),
    }
  })
  return { version: 2, count: tools.length, tools }
}

export type AvailableTools = ReturnType<typeof availableTools>

export function missingKeys(
  { config, agents }: Pick<ManifestParts, 'config' | 'agents'>,
  agentId: number,
  toolClass: string,
): string[] {
  return config.missingRequired(toolClass, agentId, agents.owner(agentId).ownerUserId).map(({ key }) => key)
}

/** A drawing would only fill the model's context; the name of a bundled icon says something. */
function iconName({ icon }: RegisteredTool): string | null {
  return icon.kind === 'bundled' ? icon.name : null
}
