import { z } from 'zod'
import { ruleScope } from './calls.ts'
import { iconView } from './icon.ts'
import { id, json, procedure, time } from './procedure.ts'

/**
 * tool_changed: the tool is another version than the rule was made for. operation_asks: its operator set the operation to
 * ask after the rule was made, for the agents in `suspended_for`. tool_gone: its plugin is off or removed.
 */
export const ruleState = z.enum(['active', 'tool_changed', 'operation_asks', 'tool_gone'])

/** What the operator said for more than one call (P5). */
export const ruleView = z.object({
  id: z.number(),
  verdict: z.enum(['allow', 'deny']),
  scope: ruleScope,
  task: z.object({ id: z.number(), title: z.string(), agent: z.string() }).nullable(),
  agent: z.object({ id: z.number(), name: z.string() }).nullable(),
  tool_class: z.string(),
  display_name: z.string(),
  icon: iconView,
  plugin_name: z.string().nullable(),
  operation: z.string(),
  operation_description: z.string(),
  /** Name to exact value; {} when it holds for any. */
  arguments: z.record(z.string(), json),
  state: ruleState,
  suspended_for: z.array(z.object({ id: z.number(), name: z.string() })),
  hits: z.number().int(),
  last_hit_at: time.nullable(),
  /** The call it was made with; null when that chat is gone. */
  call: z.object({ id: z.string(), task_id: z.number() }).nullable(),
  created_by: z.string().nullable(),
  created_at: time,
})
export type RuleView = z.infer<typeof ruleView>

export const rules = {
  /** Everything that was not revoked, newest first. */
  list: procedure.route({ method: 'GET', path: '/rules' }).output(z.array(ruleView)),
  revoke: procedure
    .route({ method: 'DELETE', path: '/rules/{id}' })
    .input(z.strictObject({ id }))
    .output(z.object({ revoked: z.boolean() })),
  /** Takes a revocation back. */
  restore: procedure
    .route({ method: 'POST', path: '/rules/{id}/restore' })
    .input(z.strictObject({ id }))
    .output(ruleView),
  /** The operator looked at a suspended rule and wants it to count again. */
  review: procedure
    .route({ method: 'POST', path: '/rules/{id}/review' })
    .input(z.strictObject({ id }))
    .output(ruleView),
}
