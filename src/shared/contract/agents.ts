import { z } from 'zod'
import { AGENT_LIMITS } from '../agent-limits.ts'
import { iconView } from './icon.ts'
import { characters, flag, id, procedure, time } from './procedure.ts'
import { toolView } from './tools.ts'

export const agentToolChip = z.object({
  tool_class: z.string(),
  name: z.string(),
  qualified_name: z.string(),
  display_name: z.string(),
  icon: iconView,
  /** Its plugin is off, gone or broken: it keeps its place and does nothing. */
  absent: z.boolean().optional(),
})

export const agentView = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  system_prompt: z.string(),
  max_steps: z.number().int(),
  allow_followup: z.boolean(),
  retry_after_minutes: z.number().int(),
  max_retries: z.number().int(),
  /** Null: the default model. */
  llm_config_id: z.number().nullable(),
  /** The model it would use now; null when there is none. */
  model: z.object({ id: z.number(), name: z.string(), is_ai: z.boolean() }).nullable(),
  tools: z.array(agentToolChip),
  archived: z.boolean(),
  chats: z.number().int(),
  /** Its own chats, and those of other agents it took part in. While there is one it is not deleted. */
  takes_part: z.number().int(),
  waiting_calls: z.number().int(),
  last_run_at: time.nullable(),
  created_at: time,
  /** The agent that made this one; null when a person did, or when the maker is gone. */
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The template it came from. */
  template: z.object({ id: z.string(), version: z.string() }).nullable(),
})
export type AgentView = z.infer<typeof agentView>

export const agentOperationView = z.object({
  name: z.string(),
  description: z.string(),
  effect: z.enum(['none', 'write', 'destructive']),
  enabled_by_default: z.boolean(),
  requires_approval_by_default: z.boolean(),
  /** The agent's own choice; null follows the default. */
  enabled: z.boolean().nullable(),
  requires_approval: z.boolean().nullable(),
  effective_enabled: z.boolean(),
  effective_requires_approval: z.boolean(),
  calls: z.number().int(),
})
export type AgentOperationView = z.infer<typeof agentOperationView>

/** A tool as one agent has it. `tool.state` is relative to this agent. */
export const agentToolView = z.object({
  tool: toolView,
  enabled: z.boolean(),
  operations: z.array(agentOperationView),
  /** Only after a change: remembered permissions that do not count any more, because the operation is to ask now. */
  suspended_rules: z.number().int().optional(),
})
export type AgentToolView = z.infer<typeof agentToolView>

const whole = ({ minimum, maximum }: { readonly minimum: number; readonly maximum: number }) =>
  z.number().int().min(minimum).max(maximum)

const agentFields = {
  name: characters(z.string().trim().min(1), AGENT_LIMITS.name),
  description: characters(z.string(), AGENT_LIMITS.description),
  system_prompt: characters(z.string(), AGENT_LIMITS.system_prompt),
  max_steps: whole(AGENT_LIMITS.max_steps),
  allow_followup: z.boolean(),
  retry_after_minutes: whole(AGENT_LIMITS.retry_after_minutes),
  max_retries: whole(AGENT_LIMITS.max_retries),
  llm_config_id: z.number().int().nullable(),
}
export const newAgent = z
  .strictObject({ ...agentFields })
  .partial()
  .required({ name: true })
export const agentChange = z.strictObject({ ...agentFields }).partial()
/** As it was read: what is stored is not held to the rules of what is written. */
const agentKnown = agentView
  .pick({
    name: true,
    description: true,
    system_prompt: true,
    max_steps: true,
    allow_followup: true,
    retry_after_minutes: true,
    max_retries: true,
    llm_config_id: true,
  })
  .partial()
  .strict()
export type NewAgent = z.infer<typeof newAgent>
export type AgentChange = z.infer<typeof agentChange>

/** What an agent keeps for itself across chats; it reads and writes them with the agent tool. */
export const agentNotesView = z.object({
  agent_id: z.number(),
  content: z.string(),
  /** Null: nothing was ever written. */
  updated_at: time.nullable(),
})
export type AgentNotesView = z.infer<typeof agentNotesView>

/** A ready-made agent for the first run: what it is, its tools, and what asks first, in words. */
export const starterView = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  tools: z.array(z.object({ tool: agentToolChip, asks: z.boolean(), summary: z.string() })),
  example_prompt: z.string(),
})
export type StarterView = z.infer<typeof starterView>

export const agents = {
  list: procedure
    .route({ method: 'GET', path: '/agents' })
    // Settings name their choices as `/agents?select=id,name`; whoever asks gets the other fields too.
    .input(z.strictObject({ archived: flag.optional(), select: z.string().optional() }).optional())
    .output(z.array(agentView)),
  get: procedure.route({ method: 'GET', path: '/agents/{id}' }).input(z.strictObject({ id })).output(agentView),
  create: procedure.route({ method: 'POST', path: '/agents', successStatus: 201 }).input(newAgent).output(agentView),
  /** `known` is what the window had of these fields: one that is another now answers REVISION_CONFLICT. */
  update: procedure
    .route({ method: 'PATCH', path: '/agents/{id}' })
    .input(z.strictObject({ id, change: agentChange, known: agentKnown.optional() }))
    .output(agentView),
  duplicate: procedure
    .route({ method: 'POST', path: '/agents/{id}/duplicate' })
    .input(z.strictObject({ id }))
    .output(agentView),
  setArchived: procedure
    .route({ method: 'POST', path: '/agents/{id}/archived' })
    .input(z.strictObject({ id, archived: z.boolean() }))
    .output(agentView),
  remove: procedure
    .route({ method: 'DELETE', path: '/agents/{id}' })
    .input(z.strictObject({ id }))
    .output(z.object({ removed: z.boolean() })),
  starters: procedure.route({ method: 'GET', path: '/agents/starters' }).output(z.array(starterView)),
  createFromStarter: procedure
    .route({ method: 'POST', path: '/agents/starters/{key}', successStatus: 201 })
    .input(z.strictObject({ key: z.string() }))
    .output(agentView),
  /** Every registered tool, in tile order, as this agent has it. */
  tools: procedure
    .route({ method: 'GET', path: '/agents/{id}/tools' })
    .input(z.strictObject({ id }))
    .output(z.array(agentToolView)),
  /** Refused with SETTINGS_MISSING while required settings are missing (C5). */
  setTool: procedure
    .route({ method: 'POST', path: '/agents/{id}/tools' })
    .input(z.strictObject({ id, tool_class: z.string(), enabled: z.boolean() }))
    .output(agentToolView),
  /** null: back to the declared default. Left out: unchanged. */
  setOperation: procedure
    .route({ method: 'PATCH', path: '/agents/{id}/operations' })
    .input(
      z.strictObject({
        id,
        tool_class: z.string(),
        operation: z.string(),
        enabled: z.boolean().nullable().optional(),
        requires_approval: z.boolean().nullable().optional(),
      }),
    )
    .output(agentToolView),
  /** REST of the seed: {toolId} is the tool's name or slug:name. */
  enableTool: procedure
    .route({ method: 'POST', path: '/agents/{id}/tools/{toolId}/enable' })
    .input(z.strictObject({ id, toolId: z.string() }))
    .output(agentToolView),
  disableTool: procedure
    .route({ method: 'DELETE', path: '/agents/{id}/tools/{toolId}/enable' })
    .input(z.strictObject({ id, toolId: z.string() }))
    .output(agentToolView),
  notes: procedure
    .route({ method: 'GET', path: '/agents/{id}/notes' })
    .input(z.strictObject({ id }))
    .output(agentNotesView),
  /** `known` is what the window had: notes an agent wrote meanwhile answer REVISION_CONFLICT. */
  saveNotes: procedure
    .route({ method: 'PUT', path: '/agents/{id}/notes' })
    .input(z.strictObject({ id, content: characters(z.string(), AGENT_LIMITS.notes), known: time.nullable() }))
    .output(agentNotesView),
}
