import { z } from 'zod'
import { iconView } from './icon.ts'
import { procedure, time } from './procedure.ts'

export const pluginToolReport = z.object({
  class_name: z.string(),
  name: z.string(),
  qualified_name: z.string().nullable(),
  display_name: z.string(),
  icon: iconView,
  ok: z.boolean(),
  operations: z.number().int(),
  /** What is wrong, where, and what to do; empty when ok. */
  problems: z.array(z.object({ code: z.string(), message: z.string() })),
})

export const pluginPermissions = z.object({
  net: z.array(z.string()),
  fs: z.array(z.string()),
  env: z.array(z.string()),
})

export const pluginView = z.object({
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  description: z.string(),
  icon: iconView,
  path: z.string(),
  /** shipped: comes with the app. link: used in place. copy: a snapshot in the data folder. */
  mode: z.enum(['shipped', 'link', 'copy']),
  state: z.enum(['loading', 'loaded', 'failed', 'disabled', 'missing', 'conflict', 'changed']),
  /** Code and sentence when it did not load. */
  error: z.object({ code: z.string(), message: z.string(), detail: z.string().nullable() }).nullable(),
  permissions: pluginPermissions,
  tools: z.array(pluginToolReport),
  /** Of what it brings beside its tools, which work all the same: a folder that is not there, a hook that failed. */
  problems: z.array(z.object({ code: z.string(), message: z.string() })),
  loaded_at: time.nullable(),
  load_ms: z.number().nullable(),
})
export type PluginView = z.infer<typeof pluginView>

export const pluginCheck = z.object({
  code: z.string(),
  status: z.enum(['fail', 'warn', 'pass']),
  title: z.string(),
  /** What is wrong and what to do. */
  detail: z.string(),
  /** Relative to the folder. */
  file: z.string().nullable(),
  line: z.number().nullable(),
  column: z.number().nullable(),
  /** The line it stands on. */
  excerpt: z.string().nullable(),
})
export type PluginCheck = z.infer<typeof pluginCheck>

/** The review sheet: made without running any of the plugin's code. */
export const pluginReview = z.object({
  candidate_id: z.string(),
  path: z.string(),
  slug: z.string().nullable(),
  name: z.string(),
  version: z.string().nullable(),
  description: z.string(),
  author: z.string().nullable(),
  icon: iconView,
  files: z.number().int(),
  bytes: z.number().int(),
  /** SHA-256 over names and contents. */
  digest: z.string().nullable(),
  checks: z.array(pluginCheck),
  can_load: z.boolean(),
  permissions: z.array(
    z.object({ kind: z.enum(['net', 'fs', 'env']), values: z.array(z.string()), enforced: z.boolean() }),
  ),
  conflict: z.object({ slug: z.string(), path: z.string(), version: z.string() }).nullable(),
})
export type PluginReview = z.infer<typeof pluginReview>

const slug = z.strictObject({ slug: z.string() })

export const plugins = {
  list: procedure.route({ method: 'GET', path: '/plugins' }).output(z.array(pluginView)),
  /**
   * Chooses a folder and answers its review; null when cancelled. On the desktop the app opens the system's dialog and
   * a path is refused; under `serve` there is no dialog, so the path is typed.
   */
  choose: procedure
    .route({ method: 'POST', path: '/plugins/choose' })
    .input(z.strictObject({ path: z.string().max(4096).optional() }))
    .output(pluginReview.nullable()),
  /** Looks again at a candidate. */
  review: procedure
    .route({ method: 'POST', path: '/plugins/review' })
    .input(z.strictObject({ candidate_id: z.string() }))
    .output(pluginReview),
  /** Adds and loads. Refused when a check fails or the folder changed since the review (digest). */
  add: procedure
    .route({ method: 'POST', path: '/plugins' })
    .input(
      z.strictObject({
        candidate_id: z.string(),
        digest: z.string(),
        mode: z.enum(['link', 'copy']),
        replace: z.boolean().optional(),
      }),
    )
    .output(pluginView),
  reload: procedure.route({ method: 'POST', path: '/plugins/{slug}/reload' }).input(slug).output(pluginView),
  setEnabled: procedure
    .route({ method: 'POST', path: '/plugins/{slug}/enabled' })
    .input(z.strictObject({ slug: z.string(), enabled: z.boolean() }))
    .output(pluginView),
  /** What would be affected by removing it. */
  usage: procedure
    .route({ method: 'GET', path: '/plugins/{slug}/usage' })
    .input(slug)
    .output(
      z.object({
        agents: z.array(z.object({ id: z.number(), name: z.string() })),
        settings: z.number().int(),
        /** What was allowed or refused for more than one call. */
        rules: z.number().int(),
      }),
    ),
  remove: procedure
    .route({ method: 'DELETE', path: '/plugins/{slug}' })
    .input(z.strictObject({ slug: z.string(), keep_data: z.boolean() }))
    .output(z.object({ removed: z.boolean() })),
  log: procedure
    .route({ method: 'GET', path: '/plugins/{slug}/log' })
    .input(slug)
    .output(z.array(z.object({ at: time, level: z.enum(['info', 'error']), text: z.string() }))),
}
