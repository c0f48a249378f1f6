import { z } from 'zod'
import { id, json, procedure, time } from './procedure.ts'

export const settingType = z.enum([
  'text',
  'textarea',
  'password',
  'select',
  'toggle',
  'multi-select',
  'number',
  'url',
  'path',
])

export const settingSchemaView = z.object({
  key: z.string(),
  label: z.string(),
  type: settingType,
  description: z.string(),
  default: json,
  required: z.boolean(),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  validation: z.string().nullable(),
  expose_to_llm: z.boolean(),
  data_source: z.string().nullable(),
  resolve_as: z.enum(['agent', 'skill', 'raw']),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
})
export type SettingSchemaView = z.infer<typeof settingSchemaView>

/** Where a value lives. `default` is what the tool declares. */
export const settingOrigin = z.enum(['default', 'global', 'user', 'agent'])
export type SettingOrigin = z.infer<typeof settingOrigin>

export const settingScope = z.discriminatedUnion('scope', [
  z.strictObject({ scope: z.literal('global') }),
  z.strictObject({ scope: z.literal('user') }),
  z.strictObject({ scope: z.literal('agent'), agent_id: id }),
])
export type SettingScope = z.infer<typeof settingScope>

/** A stored secret as a window may know it: that it is there, never what it is. */
export const secretView = z.object({
  set: z.boolean(),
  updated_at: time.nullable(),
  needs_reentry: z.boolean(),
  /** It was entered for another address than the one it would be sent to now (B156). */
  moved: z.boolean().optional(),
})
export type SecretView = z.infer<typeof secretView>

export const settingFieldView = z.object({
  schema: settingSchemaView,
  /** In the scope looked at: nothing set here, a value set here, or set to empty on purpose here. */
  state: z.enum(['inherited', 'set', 'empty']),
  /** What this scope ends up with (cascade up to and including it). Null for secrets and when nothing is set. */
  effective: json,
  /** The layer the effective value comes from. */
  origin: settingOrigin,
  /** What would count without this scope's own value; only when `state` is not `inherited`. */
  overrides: z.object({ origin: settingOrigin, value: json }).nullable(),
  /** Only for passwords. */
  secret: secretView.nullable(),
  /** Why the value stored in this scope does not count, when it does not. */
  problem: z.string().nullable().optional(),
})
export type SettingFieldView = z.infer<typeof settingFieldView>

export const settingsView = z.object({
  tool_class: z.string(),
  scope: settingScope,
  /** Send it back on save: a value that changed meanwhile answers REVISION_CONFLICT. */
  revision: z.number().int(),
  fields: z.array(settingFieldView),
  missing_required: z.array(z.object({ key: z.string(), label: z.string() })),
  /** Keys stored in this scope that the tool no longer declares. Never used; `reset` removes them. */
  unused: z.array(z.string()).optional(),
  /** The block appended to the tool's description for the model, or ''. */
  effective_configuration: z.string(),
  /** Where secrets are kept, in words. */
  secret_store: z.string(),
})
export type SettingsView = z.infer<typeof settingsView>

export const settingChange = z.discriminatedUnion('action', [
  /** `confirmed`: the person was told of SETTING_UNPROTECTED and goes on. */
  z.strictObject({ key: z.string(), action: z.literal('set'), value: json, confirmed: z.boolean().optional() }),
  z.strictObject({ key: z.string(), action: z.literal('empty') }),
  z.strictObject({ key: z.string(), action: z.literal('reset') }),
])
export type SettingChange = z.infer<typeof settingChange>

export const settings = {
  get: procedure
    .route({ method: 'POST', path: '/settings/get' })
    .input(z.strictObject({ tool_class: z.string(), scope: settingScope }))
    .output(settingsView),
  /** All or nothing. SETTING_INVALID carries details.fields: [{key, code, message}]. */
  save: procedure
    .route({ method: 'POST', path: '/settings/save' })
    .input(
      z.strictObject({
        tool_class: z.string(),
        scope: settingScope,
        revision: z.number().int(),
        changes: z.array(settingChange).min(1),
      }),
    )
    .output(settingsView),
  /** Options of a multi-select with a data source. */
  options: procedure
    .route({ method: 'GET', path: '/settings/options' })
    .input(z.strictObject({ tool_class: z.string(), key: z.string() }))
    .output(z.array(z.object({ value: json, label: z.string(), description: z.string().nullable() }))),
}
