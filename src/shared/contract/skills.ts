import { z } from 'zod'
import { procedure } from './procedure.ts'

export const skillProblem = z.object({
  code: z.string(),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  path: z.string().nullable(),
})

export const skillView = z.object({
  name: z.string(),
  description: z.string(),
  /** `core`, `user`, or a plugin's slug. */
  source: z.string(),
  license: z.string().nullable(),
  files_count: z.number().int(),
  has_warnings: z.boolean(),
  /** Whether agents can be allowed to read it. */
  usable: z.boolean(),
  /** The plugin's name for people; null for the app's own and the operator's. */
  plugin_name: z.string().nullable(),
  /** Where it stands on the disk. */
  folder: z.string(),
  problems: z.array(skillProblem),
  /** Who has it among the allowed skills; `reads` is false while that agent's Skill tool, or its reading, is off. */
  agents: z.array(z.object({ agent_id: z.number().int(), name: z.string(), reads: z.boolean() })),
})
export type SkillView = z.infer<typeof skillView>

export const skillDetail = skillView.extend({
  compatibility: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  allowed_tools: z.string().nullable(),
  /** What the model reads. */
  body: z.string(),
  body_bytes: z.number().int(),
  files: z.array(z.object({ path: z.string(), bytes: z.number().int() })),
  warnings: z.array(skillProblem),
})
export type SkillDetail = z.infer<typeof skillDetail>

export const skills = {
  list: procedure.route({ method: 'GET', path: '/skills' }).output(z.array(skillView)),
  /** The first of that name, also one that cannot be used; with `folder` the one that stands there. */
  get: procedure
    .route({ method: 'GET', path: '/skills/{slug}' })
    .input(z.strictObject({ slug: z.string(), folder: z.string().optional() }))
    .output(skillDetail),
  /** Shows the folder of a listed skill, or without one the operator's own, in the system's file manager. */
  openFolder: procedure
    .route({ method: 'POST', path: '/skills/open-folder' })
    .input(z.strictObject({ folder: z.string().optional() }))
    .output(z.object({ opened: z.string() })),
}
