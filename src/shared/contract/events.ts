import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { procedure } from './procedure.ts'

/** What can change. Each names the queries a window must look at again. */
export const changedTopic = z.enum([
  'tasks',
  'calls',
  'agents',
  'tools',
  'settings',
  'models',
  'plugins',
  'preferences',
  'rules',
  'people',
  'memories',
])
export type ChangedTopic = z.infer<typeof changedTopic>

export const appEvent = z.discriminatedUnion('type', [
  /** First event: from here on nothing is missed. `restarted` when `after` was too old: look at everything again. */
  z.object({ seq: z.number(), type: z.literal('hello'), restarted: z.boolean() }),
  z.object({
    seq: z.number(),
    type: z.literal('changed'),
    topic: changedTopic,
    id: z.union([z.number(), z.string()]).nullable(),
  }),
  /** `offset`: characters of this kind already written in this step before `text`. */
  z.object({
    seq: z.number(),
    type: z.literal('task.delta'),
    task_id: z.number(),
    step: z.number().int(),
    kind: z.enum(['text', 'reasoning']),
    offset: z.number().int(),
    text: z.string(),
  }),
  z.object({
    seq: z.number(),
    type: z.literal('call.progress'),
    task_id: z.number(),
    call_id: z.string(),
    fraction: z.number().nullable(),
    text: z.string(),
  }),
])
export type AppEvent = z.infer<typeof appEvent>

export const events = {
  stream: procedure
    .route({ method: 'GET', path: '/events' })
    .input(z.strictObject({ after: z.coerce.number().int().optional() }).optional())
    .output(eventIterator(appEvent)),
}
