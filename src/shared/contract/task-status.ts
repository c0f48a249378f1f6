import { z } from 'zod'

export const taskStatus = z.enum([
  'QUEUED',
  'RUNNING',
  'PENDING_APPROVAL',
  'AWAITING_SUB_AGENTS',
  'COMPLETED',
  'FAILED',
  'ABORTED',
  'CANCELLED',
])
export type TaskStatus = z.infer<typeof taskStatus>
