import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ERROR_STATUS, type ErrorCode } from '../error-codes.ts'

const details = z.object({ details: z.record(z.string(), z.unknown()) })

/** Every procedure can fail with every code of error-codes.ts; `data.details` says more. */
const errors = Object.fromEntries(
  Object.entries(ERROR_STATUS).map(([code, status]) => [code, { status, data: details }]),
) as Record<ErrorCode, { status: number; data: typeof details }>

export const procedure = oc.errors(errors)

/** Ids arrive as text in REST paths; only what is written as one is one. */
export const id = z.preprocess(
  value => (typeof value === 'string' && /^[1-9]\d{0,15}$/.test(value) ? Number(value) : value),
  z.number('must be a whole number above 0').int().positive(),
)
/** In REST addresses flags are text too, and “false” is none. */
export const flag = z.union([z.boolean(), z.stringbool()])
/** Counted as people do, and as main does where it writes the same fields: a character outside the first plane is one. */
export const characters = (text: z.ZodString, most: number) =>
  text.refine(value => value.length <= most || [...value].length <= most, `must have at most ${most} characters`)
export const json: z.ZodType<unknown> = z.unknown()
/** ISO 8601 in UTC. */
export const time = z.string()
