import { z } from 'zod'
import { agentView } from './agents.ts'
import { iconView } from './icon.ts'
import { flag, id, json, procedure } from './procedure.ts'

export const templateProblem = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  /** A sentence: what, where, what to do. */
  message: z.string(),
  path: z.string().nullable(),
})
export type TemplateProblemView = z.infer<typeof templateProblem>

/** A template that was found: the app's own, a plugin's, or one in the data folder. */
export const templateView = z.object({
  /** Names the file for `review` and `import`. */
  key: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string(),
  version: z.string(),
  /** `core`, `user`, or a plugin's slug. */
  source: z.string(),
  filename: z.string(),
  category: z.string(),
  icon: iconView,
  tools_count: z.number().int(),
  required_plugins: z.array(z.string()),
  has_warnings: z.boolean(),
  problems: z.array(templateProblem),
})
export type TemplateView = z.infer<typeof templateView>

/** A template of the library, or a file as base64: at most one byte more than is allowed has to be sent. */
export const templateSource = z.union([
  z.strictObject({ key: z.string() }),
  z.strictObject({ file: z.base64().max(934_000) }),
])
export type TemplateSource = z.infer<typeof templateSource>

export const templateOperationReview = z.object({
  name: z.string(),
  description: z.string(),
  effect: z.enum(['none', 'write', 'destructive']),
  enabled: z.boolean(),
  /** The template would have it run without asking. */
  runs_freely: z.boolean(),
  /** It only does when the operator says so at import; else it asks. */
  needs_consent: z.boolean(),
})

export const templateToolReview = z.object({
  tool_class: z.string(),
  display_name: z.string(),
  icon: iconView,
  /** Null for core tools and for tools that are not there. */
  plugin_slug: z.string().nullable(),
  /** `on`: will be enabled. `off`: the template has it off. `missing`: no such tool here. `needs_settings`: stays off. */
  state: z.enum(['on', 'off', 'missing', 'needs_settings']),
  missing_required: z.array(z.string()),
  operations: z.array(templateOperationReview),
  settings: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      value: z.string(),
      /** Where the tool would go with it and does not go now: only with the operator's word. Null for anything else. */
      address: z.string().nullable(),
    }),
  ),
})
export type TemplateToolReview = z.infer<typeof templateToolReview>

/** Everything a template would do, before it does anything. */
export const templateReview = z.object({
  /** Of the file; `import` takes only what was reviewed. */
  sha256: z.string(),
  errors: z.array(templateProblem),
  warnings: z.array(templateProblem),
  /** Null while there are errors. */
  content: z
    .object({
      id: z.string(),
      version: z.string(),
      /** What the agent will be called; another name than the template's when there is one like it. */
      name: z.string(),
      template_name: z.string(),
      description: z.string(),
      icon: iconView,
      system_prompt: z.string(),
      notes: z.string(),
      max_steps: z.number().int(),
      allow_followup: z.boolean(),
      retry_after_minutes: z.number().int(),
      max_retries: z.number().int(),
      tools: z.array(templateToolReview),
      /** Slugs of plugins it asks for that are not installed. */
      missing_plugins: z.array(z.string()),
      /** Texts with characters that cannot be seen, and how many. They have to be looked at before the import. */
      hidden: z.array(z.object({ path: z.string(), count: z.number().int() })),
    })
    .nullable(),
})
export type TemplateReview = z.infer<typeof templateReview>

const consents = z.array(z.strictObject({ tool_class: z.string(), operation: z.string() }))
/** Settings that may lead their tool to another address. */
const addresses = z.array(z.strictObject({ tool_class: z.string(), key: z.string() }))
/** What the operator agrees to beside the import itself. */
export const templateConsent = z.object({ without_asking: consents.default([]), addresses: addresses.default([]) })
export type TemplateConsent = z.infer<typeof templateConsent>

export const templateImportResult = z.object({
  agent: agentView,
  warnings: z.array(templateProblem),
  tools_enabled: z.array(
    z.object({
      tool_class: z.string(),
      enabled: z.boolean(),
      operations_applied: z.number().int(),
      settings_applied: z.number().int(),
      warnings: z.array(templateProblem),
    }),
  ),
})
export type TemplateImportResult = z.infer<typeof templateImportResult>

export const templateExport = z.object({
  template: json,
  /** The same as the text of the file. */
  text: z.string(),
  file_name: z.string(),
  /** What the file does not hold, in sentences. */
  left_out: z.array(z.string()),
})
export type TemplateExport = z.infer<typeof templateExport>

const exportOptions = { include_settings: flag.optional(), include_notes: flag.optional() }

export const templates = {
  list: procedure.route({ method: 'GET', path: '/agent-templates' }).output(z.array(templateView)),
  review: procedure
    .route({ method: 'POST', path: '/agent-templates/review' })
    .input(templateSource)
    .output(templateReview),
  /** Runs without asking only what stands in `without_asking`, and goes only to the new addresses in `addresses`. */
  importReviewed: procedure
    .route({ method: 'POST', path: '/agent-templates/import-reviewed', successStatus: 201 })
    .input(
      z.strictObject({
        source: templateSource,
        sha256: z.string(),
        without_asking: consents,
        addresses: addresses.optional(),
        /** The person has looked at the texts with unseen characters. */
        hidden_seen: z.boolean(),
      }),
    )
    .output(templateImportResult),
  /**
   * REST of the seed. The body is a template, or `{template, without_asking?, addresses?, hidden_seen?}`. Without
   * consent, what could do harm asks first, and no setting leads a tool elsewhere.
   */
  import: procedure
    .route({ method: 'POST', path: '/agent-templates/import', successStatus: 201 })
    .input(json)
    .output(templateImportResult),
  /** Both options are on unless they are switched off. Never a secret. */
  exportAgent: procedure
    .route({ method: 'GET', path: '/agents/{id}/export' })
    .input(z.strictObject({ id, ...exportOptions }))
    .output(templateExport),
  /** Asks where to put the file, in the app. `saved` is false when the person cancelled; null where there is no dialog. */
  save: procedure
    .route({ method: 'POST', path: '/agents/{id}/export' })
    .input(z.strictObject({ id, ...exportOptions }))
    .output(z.object({ saved: z.boolean().nullable(), export: templateExport })),
}
