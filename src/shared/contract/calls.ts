import { z } from 'zod'
import { iconView } from './icon.ts'
import { id, json, procedure, time } from './procedure.ts'
import { taskStatus } from './task-status.ts'

/**
 * proposed: the model is still writing it. awaiting: a person decides. ready: decided, about to run. started: running.
 * invalid: arguments or tool refused, never ran. outcome_unknown: the app died while it ran.
 */
export const callState = z.enum([
  'proposed',
  'awaiting',
  'ready',
  'started',
  'succeeded',
  'failed',
  'rejected',
  'invalid',
  'cancelled',
  'outcome_unknown',
])
export type CallState = z.infer<typeof callState>

/** This task, this agent, or every agent. */
export const ruleScope = z.enum(['task', 'agent', 'always'])
export type RuleScope = z.infer<typeof ruleScope>

/** What a call shows of a remembered rule. `suspended`: it does not count until the operator has looked at it again. */
export const callRule = z.object({
  id: z.number(),
  verdict: z.enum(['allow', 'deny']),
  scope: ruleScope,
  state: z.enum(['active', 'suspended', 'revoked']),
  hits: z.number().int(),
  /** Name to exact value; {} when it holds for any. */
  arguments: z.record(z.string(), json).optional(),
})
export type CallRule = z.infer<typeof callRule>

export const callView = z.object({
  /** Ours, text. */
  id: z.string(),
  task_id: z.number(),
  agent: z.object({ id: z.number(), name: z.string() }),
  task_title: z.string(),
  /** From the person's chat down to the one the call is in: more than one for a sub-agent's. */
  path: z
    .array(z.object({ task_id: z.number(), title: z.string(), agent: z.object({ id: z.number(), name: z.string() }) }))
    .optional(),
  /** The chat this call began and waits for. */
  sub_agent: z
    .object({
      task_id: z.number(),
      agent: z.object({ id: z.number(), name: z.string() }),
      status: taskStatus,
      /** Of it and of its own sub-agents. */
      waiting_calls: z.number().int(),
      calls: z.number().int(),
    })
    .nullable()
    .optional(),
  step: z.number().int(),
  max_steps: z.number().int(),
  ordinal: z.number().int(),
  tool_class: z.string().nullable(),
  /** Canonical name as the model meant it. */
  tool_name: z.string(),
  display_name: z.string(),
  icon: iconView,
  plugin_name: z.string().nullable(),
  operation: z.string().nullable(),
  operation_description: z.string(),
  effect: z.enum(['none', 'write', 'destructive']),
  /** One line, inline markdown only. */
  human_description: z.string(),
  state: callState,
  /** Canonical arguments as stored: what is shown is what runs. */
  arguments: json,
  args_sha256: z.string(),
  revision: z.number().int(),
  /** The arguments the model sent, when an edit changed them. */
  original_arguments: json.nullable(),
  /** JSON Schema of the chosen operation as text, properties in declaration order (P2). */
  parameter_schema: z.string().nullable(),
  discriminator_key: z.string().nullable(),
  /** Paths of values that were coerced ("5" to 5). */
  coerced: z.array(z.string()),
  /** Which rule decided that it asks or runs, in words. */
  policy: z.string(),
  decision: z
    .object({
      verdict: z.enum(['approve', 'reject']),
      reason: z.string().nullable(),
      at: time,
      edited: z.boolean(),
      /** Who decided; null when that is not known. */
      by: z.string().nullable().optional(),
    })
    .nullable(),
  /** The remembered rule that decided in a person's place. */
  rule: callRule.nullable().optional(),
  /** The rule that was made with the decision. */
  remembered: callRule.nullable().optional(),
  /** While it waits: for what a rule would have an effect here. */
  rememberable: z.array(ruleScope).optional(),
  /** The chat goes in a circle: this call came so often in a row, and a person is asked whether it goes on (T9). */
  loop: z.object({ repeats: z.number().int() }).nullable().optional(),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
  progress: z.object({ fraction: z.number().nullable(), text: z.string() }).nullable(),
  /** What the model was told, and data for the window. */
  result: z
    .object({
      success: z.boolean(),
      content: z.string(),
      data: json,
      /** Pictures that were in the result; `calls.medium` has their bytes. */
      media: z
        .array(
          z.object({
            position: z.number().int(),
            mime_type: z.string(),
            width: z.number().int().nullable(),
            height: z.number().int().nullable(),
          }),
        )
        .optional(),
    })
    .nullable(),
  /** How it ended, for the person, where the tool's own answer does not say it. `result.content` is for the model. */
  outcome: z.object({ code: z.string(), text: z.string() }).nullable().optional(),
  /** Text the assistant wrote before the call. */
  rationale: z.string().nullable(),
})
export type CallView = z.infer<typeof callView>

export const decision = z.strictObject({
  call_id: z.string(),
  decision: z.enum(['approve', 'reject']),
  args_sha256: z.string(),
  revision: z.number().int(),
  reason: z.string().max(2000).optional(),
  /** The same from now on (P5), bound to the exact values of the arguments named. Waiting calls it covers are decided too. */
  remember: z.strictObject({ scope: ruleScope, arguments: z.array(z.string()).max(50).optional() }).optional(),
})
export type Decision = z.infer<typeof decision>

export const argumentProblem = z.object({
  /** JSON pointer into the arguments, '' for the whole. */
  path: z.string(),
  code: z.string(),
  message: z.string(),
})
export type ArgumentProblem = z.infer<typeof argumentProblem>

export const calls = {
  /** Everything that waits for the operator, oldest first, over all chats. */
  pending: procedure.route({ method: 'GET', path: '/calls/pending' }).output(z.array(callView)),
  /** The last five that somebody decided about, latest first, over all chats. */
  decided: procedure.route({ method: 'GET', path: '/calls/decided' }).output(z.array(callView)),
  get: procedure
    .route({ method: 'GET', path: '/calls/{call_id}' })
    .input(z.strictObject({ call_id: z.string() }))
    .output(callView),
  medium: procedure
    .route({ method: 'GET', path: '/calls/{call_id}/media/{position}' })
    .input(z.strictObject({ call_id: z.string(), position: id }))
    .output(z.object({ mime_type: z.string(), base64: z.string() })),
  /** The same checks execution makes, on a draft. */
  check: procedure
    .route({ method: 'POST', path: '/calls/{call_id}/check' })
    .input(z.strictObject({ call_id: z.string(), arguments: json }))
    .output(z.object({ ok: z.boolean(), problems: z.array(argumentProblem), human_description: z.string() })),
  /** Stores a new revision; ARGUMENTS_INVALID carries details.problems. */
  edit: procedure
    .route({ method: 'POST', path: '/calls/{call_id}/edit' })
    .input(z.strictObject({ call_id: z.string(), arguments: json, revision: z.number().int() }))
    .output(callView),
  /** Stops one call that runs; its chat goes on. */
  stop: procedure
    .route({ method: 'POST', path: '/calls/{call_id}/stop' })
    .input(z.strictObject({ call_id: z.string() }))
    .output(callView),
  /** Answers for a call whose outcome is unknown after a crash. */
  resolve: procedure
    .route({ method: 'POST', path: '/calls/{call_id}/resolve' })
    .input(z.strictObject({ call_id: z.string(), answer: z.enum(['it_happened', 'run_again', 'skip']) }))
    .output(callView),
  /** Answers for a chat that goes in a circle. A hint goes to the agent as the operator's message. */
  answerLoop: procedure
    .route({ method: 'POST', path: '/calls/{call_id}/loop' })
    .input(
      z.strictObject({
        call_id: z.string(),
        answer: z.enum(['continue', 'hint', 'stop']),
        hint: z.string().max(20_000).optional(),
      }),
    )
    .output(callView),
}
