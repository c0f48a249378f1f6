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
  /** The first of that name, also one that cannot be used. */
  get: procedure
    .route({ method: 'GET', path: '/skills/{slug}' })
    .input(z.strictObject({ slug: z.string() }))
    .output(skillDetail),
}
