import { z } from 'zod'
import { id, procedure, time } from './procedure.ts'

/** A memory without its content. `agent_id` null: a global one, the operator's. */
export const memoryEntry = z.object({
  id: z.number(),
  agent_id: z.number().nullable(),
  name: z.string(),
  /** What a list says of it; taken from the content when nobody wrote one. */
  summary: z.string(),
  own_summary: z.boolean(),
  length: z.number().int(),
  order: z.number().int(),
  revision: z.number().int(),
  updated_at: time,
})
export type MemoryEntry = z.infer<typeof memoryEntry>

export const memoryView = memoryEntry.extend({ content: z.string() })
export type MemoryView = z.infer<typeof memoryView>

const memoryFields = {
  name: z.string().trim().min(1).max(100),
  /** Null or empty: taken from the content. */
  summary: z.string().trim().max(500).nullable(),
  content: z.string().max(100_000),
}
export const memoryChange = z.strictObject(memoryFields).partial()
export type MemoryChange = z.infer<typeof memoryChange>

/** Null or left out: the global memories. */
const agent_id = id.nullable().optional()

export const memories = {
  list: procedure
    .route({ method: 'GET', path: '/memories' })
    .input(z.strictObject({ agent_id }).optional())
    .output(z.array(memoryEntry)),
  get: procedure.route({ method: 'GET', path: '/memories/{id}' }).input(z.strictObject({ id })).output(memoryView),
  create: procedure
    .route({ method: 'POST', path: '/memories', successStatus: 201 })
    .input(
      z.strictObject({
        agent_id,
        name: memoryFields.name,
        content: memoryFields.content,
        summary: memoryFields.summary.optional(),
      }),
    )
    .output(memoryView),
  /** A memory that changed meanwhile answers REVISION_CONFLICT: agents write too. */
  update: procedure
    .route({ method: 'PATCH', path: '/memories/{id}' })
    .input(z.strictObject({ id, revision: z.number().int(), change: memoryChange }))
    .output(memoryView),
  /** Every memory of the list, in its new order. Those left out follow in the order they had. */
  reorder: procedure
    .route({ method: 'POST', path: '/memories/reorder' })
    .input(z.strictObject({ agent_id, ids: z.array(id).max(1_000) }))
    .output(z.array(memoryEntry)),
  remove: procedure
    .route({ method: 'DELETE', path: '/memories/{id}' })
    .input(z.strictObject({ id }))
    .output(z.object({ removed: z.boolean() })),
}
