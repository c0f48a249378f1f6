import { z } from 'zod'
import { iconView } from './icon.ts'
import { id, json, procedure } from './procedure.ts'
import { settingSchemaView } from './settings.ts'

export const effect = z.enum(['none', 'write', 'destructive'])

export const operationView = z.object({
  name: z.string(),
  description: z.string(),
  effect,
  idempotent: z.boolean(),
  enabled_by_default: z.boolean(),
  requires_approval_by_default: z.boolean(),
})

/** Exactly one, by this precedence (6-ui 2.4). */
export const toolState = z.enum(['load_error', 'needs_configuration', 'left_out', 'plugin_off', 'off', 'on'])

/** A tool's tile, its settings schema and its parameter schema in one (REST: GET /api/v1/tools). */
export const toolView = z.object({
  tool_class: z.string(),
  /** Bare name. */
  name: z.string(),
  /** Canonical name: `name` for core tools, `slug:name` for plugin tools. */
  qualified_name: z.string(),
  display_name: z.string(),
  description: z.string(),
  category: z.string(),
  icon: iconView,
  plugin_slug: z.string().nullable(),
  plugin_name: z.string().nullable(),
  source: z.enum(['builtin', 'plugin']),
  state: toolState,
  /** One sentence when the state is trouble: what is wrong and what to do. */
  state_reason: z.string().nullable(),
  missing_required: z.array(z.object({ key: z.string(), label: z.string() })),
  approval: z.enum(['all_ask', 'some_ask', 'runs_freely']),
  discriminator_key: z.string().nullable(),
  operations: z.array(operationView),
  /** Canonical JSON Schema, properties in declaration order; null when the tool did not load. */
  parameter_schema: json.nullable(),
  settings_schema: z.array(settingSchemaView),
  used_by: z.array(z.object({ agent_id: z.number(), name: z.string() })),
})
export type ToolView = z.infer<typeof toolView>
export type OperationView = z.infer<typeof operationView>

export const tools = {
  /** `state` is `on` when at least one agent uses the tool. */
  list: procedure.route({ method: 'GET', path: '/tools' }).output(z.array(toolView)),
  get: procedure
    .route({ method: 'GET', path: '/tools/by-class' })
    .input(z.strictObject({ tool_class: z.string() }))
    .output(toolView),
  /** The exact definition a model would receive. */
  definition: procedure
    .route({ method: 'GET', path: '/tools/definition' })
    .input(z.strictObject({ tool_class: z.string(), agent_id: id.optional(), dialect: z.string().optional() }))
    .output(
      z.object({
        dialect: z.string(),
        dialects: z.array(z.string()),
        /** What becomes of the tool in each of them; `reason` says why it is left out there. */
        forms: z.array(z.object({ dialect: z.string(), label: z.string(), reason: z.string().nullable() })),
        /** Null when the tool is not offered; `reason` says why. */
        definition: z.object({ name: z.string(), description: z.string(), parameters: json }).nullable(),
        reason: z.string().nullable(),
        /** Characters of the definition as JSON, and a token estimate. */
        characters: z.number(),
        tokens: z.number(),
        effective_configuration: z.string(),
      }),
    ),
}
