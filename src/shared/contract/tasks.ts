import { z } from 'zod'
import { callView, decision } from './calls.ts'
import { flag, id, json, procedure, time } from './procedure.ts'
import { taskStatus } from './task-status.ts'

export { type TaskStatus, taskStatus } from './task-status.ts'

/** What a chat has used, and everybody who worked for it. */
export const usageView = z.object({
  input_tokens: z.number(),
  output_tokens: z.number(),
  reasoning_tokens: z.number(),
  cached_tokens: z.number(),
  /** Of the input: what was written to the provider's cache. */
  cache_write_tokens: z.number(),
  /** How many chats of sub-agents are counted in. */
  sub_agents: z.number().int(),
  /** US dollars, of the turns whose model has prices; absent when none has. */
  cost: z.number().optional(),
})

/** A chat in the list. */
export const taskSummary = z.object({
  id: z.number(),
  title: z.string(),
  agent: z.object({ id: z.number(), name: z.string() }),
  status: taskStatus,
  waiting_calls: z.number().int(),
  /** What the list shows on its second line. */
  last_line: z.string(),
  step_count: z.number().int(),
  max_steps: z.number().int(),
  created_at: time,
  updated_at: time,
  /** The chat that began this one, as its sub-agent's or by handing over; null when a person did. */
  parent: z
    .object({
      task_id: z.number(),
      title: z.string(),
      agent: z.object({ id: z.number(), name: z.string() }),
      origin: z.enum(['sub_agent', 'handover']),
    })
    .nullable()
    .optional(),
})
export type TaskSummary = z.infer<typeof taskSummary>

/** Why a task failed, in the person's words, and the one thing to do about it. */
export const taskError = z.object({
  code: z.string(),
  message: z.string(),
  raw: z.string().nullable(),
  /** `without_tools`: the model takes none; the chat can go on without. */
  action: z.enum(['retry', 'fix_model', 'choose_model', 'continue', 'without_tools', 'none']),
  /** It is tried again by itself at this time, for the `count`th time of at most `max` (the agent's settings). */
  retry: z.object({ at: time, count: z.number().int(), max: z.number().int() }).optional(),
})

export const timelineItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id: z.number(), text: z.string(), at: time }),
  z.object({
    kind: z.literal('assistant'),
    id: z.number(),
    step: z.number(),
    text: z.string(),
    reasoning: z.string(),
    at: time,
  }),
  z.object({ kind: z.literal('call'), id: z.string(), call: callView }),
  z.object({
    kind: z.literal('notice'),
    id: z.number(),
    code: z.string(),
    text: z.string(),
    at: time,
    /** The chat it speaks of. */
    task_id: z.number().optional(),
  }),
])
export type TimelineItem = z.infer<typeof timelineItem>

export const taskView = taskSummary.extend({
  timeline: z.array(timelineItem),
  /** The turn being written now: text so far; later text comes as task.delta events. */
  streaming: z
    .object({
      step: z.number().int(),
      text: z.string(),
      reasoning: z.string(),
      calls: z.array(z.object({ index: z.number().int(), tool_name: z.string(), display_name: z.string() })),
    })
    .nullable(),
  error: taskError.nullable(),
  final_response: z.string().nullable(),
  usage: usageView,
  model: z.object({ id: z.number(), name: z.string(), is_ai: z.boolean() }).nullable(),
  can_follow_up: z.boolean(),
  /** Its model is offered no tools, whatever the agent has. */
  without_tools: z.boolean(),
  /** `handover` names where the chat went on, `spawned_sub_task_ids` the sub-agents of its last turn with some. */
  data: z.record(z.string(), json).optional(),
})
export type TaskView = z.infer<typeof taskView>

const prompt = z.string().trim().min(1).max(200_000)

export const tasks = {
  list: procedure
    .route({ method: 'GET', path: '/tasks' })
    .input(
      z
        .strictObject({
          agent_id: id.optional(),
          search: z.string().optional(),
          /** Also chats of sub-agents, which otherwise stand in the chat they work for. */
          sub_agents: flag.optional(),
        })
        .optional(),
    )
    .output(z.array(taskSummary)),
  get: procedure.route({ method: 'GET', path: '/tasks/{id}' }).input(z.strictObject({ id })).output(taskView),
  create: procedure
    .route({ method: 'POST', path: '/tasks', successStatus: 201 })
    .input(
      z.strictObject({
        agent_id: id,
        prompt,
        max_steps: z.number().int().min(1).max(500).optional(),
        without_tools: z.boolean().optional(),
      }),
    )
    .output(taskView),
  /** A follow-up in a finished chat (T1). */
  continue: procedure
    .route({ method: 'POST', path: '/tasks/{id}/continue' })
    .input(
      z.strictObject({ id, prompt: prompt.optional(), additional_steps: z.number().int().min(1).max(100).optional() }),
    )
    .output(taskView),
  retry: procedure
    .route({ method: 'POST', path: '/tasks/{id}/retry' })
    .input(z.strictObject({ id, without_tools: z.literal(true).optional() }))
    .output(taskView),
  /** Whether its model is offered the agent's tools, from its next answer on. */
  useTools: procedure
    .route({ method: 'PUT', path: '/tasks/{id}/tools' })
    .input(z.strictObject({ id, use: z.boolean() }))
    .output(taskView),
  /** A failed chat is not tried again by itself. */
  cancelRetry: procedure
    .route({ method: 'DELETE', path: '/tasks/{id}/retry' })
    .input(z.strictObject({ id }))
    .output(taskView),
  abort: procedure.route({ method: 'POST', path: '/tasks/{id}/abort' }).input(z.strictObject({ id })).output(taskView),
  rename: procedure
    .route({ method: 'PATCH', path: '/tasks/{id}' })
    .input(z.strictObject({ id, title: z.string().trim().min(1).max(200) }))
    .output(taskView),
  remove: procedure
    .route({ method: 'DELETE', path: '/tasks/{id}' })
    .input(z.strictObject({ id }))
    .output(z.object({ removed: z.boolean() })),
  /** A batch of decisions, partial allowed (P3). Answers after they are durable. */
  approve: procedure
    .route({ method: 'POST', path: '/tasks/{task_id}/approve' })
    .input(z.strictObject({ task_id: id, decisions: z.array(decision).min(1).max(100) }))
    .output(taskView),
}
