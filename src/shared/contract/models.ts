import { z } from 'zod'
import { id, json, procedure } from './procedure.ts'
import { secretView, settingSchemaView } from './settings.ts'

/** A kind of model endpoint: practice, openai_compatible, anthropic_compatible. */
export const driverView = z.object({
  driver: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  /** False for the Practice model: it is no AI. */
  is_ai: z.boolean(),
  settings_schema: z.array(settingSchemaView),
})
export type DriverView = z.infer<typeof driverView>

export const modelConfigView = z.object({
  id: z.number(),
  name: z.string(),
  driver: z.string(),
  driver_name: z.string(),
  is_ai: z.boolean(),
  is_default: z.boolean(),
  /** Plain settings; secrets are left out. */
  settings: z.record(z.string(), json),
  secrets: z.record(z.string(), secretView),
  context_window: z.number().int().nullable(),
  max_output_tokens: z.number().int().nullable(),
  /** What its model does with tools, once a test or its server has shown it. `refuses`: a request with tools fails. */
  tools: z.enum(['calls', 'ignores', 'refuses']).nullable(),
  /** Request parameters its server has refused; they are left out, or sent under their other name. */
  refused_parameters: z.array(z.string()),
  used_by_agents: z.number().int(),
})
export type ModelConfigView = z.infer<typeof modelConfigView>

/** A configuration as a form holds it. A secret left out keeps the stored one; null removes it. */
export const modelDraft = z.strictObject({
  id: id.optional(),
  name: z.string().trim().min(1).max(80),
  driver: z.string(),
  settings: z.record(z.string(), json),
  context_window: z.number().int().positive().nullable().optional(),
  max_output_tokens: z.number().int().positive().nullable().optional(),
})
export type ModelDraft = z.infer<typeof modelDraft>

export const modelTestResult = z.object({
  ok: z.boolean(),
  latency_ms: z.number().nullable(),
  /** Model ids the endpoint lists; null when it cannot list. */
  models: z.array(z.string()).nullable(),
  streams: z.boolean().nullable(),
  calls_tools: z.boolean().nullable(),
  /** What was tried, in order, for the person. */
  steps: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })),
  error: z.object({ code: z.string(), message: z.string(), raw: z.string().nullable() }).nullable(),
})
export type ModelTestResult = z.infer<typeof modelTestResult>

export const models = {
  drivers: procedure.route({ method: 'GET', path: '/models/drivers' }).output(z.array(driverView)),
  list: procedure.route({ method: 'GET', path: '/models' }).output(z.array(modelConfigView)),
  /** `known` is what the form was made from: a configuration that is another one now answers REVISION_CONFLICT. */
  save: procedure
    .route({ method: 'POST', path: '/models' })
    .input(
      modelDraft.extend({
        is_default: z.boolean().optional(),
        known: modelConfigView.pick({ name: true, settings: true }).strict().optional(),
      }),
    )
    .output(modelConfigView),
  remove: procedure
    .route({ method: 'DELETE', path: '/models/{id}' })
    .input(z.strictObject({ id }))
    .output(z.object({ removed: z.boolean() })),
  setDefault: procedure
    .route({ method: 'POST', path: '/models/{id}/default' })
    .input(z.strictObject({ id }))
    .output(modelConfigView),
  /** Reaches the endpoint, lists models, tries one streamed tool call. Never throws for a bad endpoint. */
  test: procedure.route({ method: 'POST', path: '/models/test' }).input(modelDraft).output(modelTestResult),
  /** Looks for model servers on this computer, on the usual ports. */
  discover: procedure
    .route({ method: 'POST', path: '/models/discover' })
    .output(z.array(z.object({ name: z.string(), base_url: z.string(), models: z.array(z.string()) }))),
}
