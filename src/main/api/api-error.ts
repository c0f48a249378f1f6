import { ORPCError } from '@orpc/server'
import { ERROR_STATUS, type ErrorCode } from '../../shared/error-codes.ts'
import { SporaError } from '../../shared/spora-error.ts'

/**
 * What crosses to a window or a REST client: code, sentence, details. An error nobody meant becomes INTERNAL; what it
 * said and where stays in the log.
 */
export function apiError(error: unknown, log: (error: unknown) => void): ORPCError<string, unknown> {
  if (error instanceof ORPCError) return error
  if (error instanceof SporaError) return defined(error.code, error.message, error.details)
  log(error)
  return defined('INTERNAL', 'Something went wrong inside Spora. The log in the data folder says more.', {})
}

const defined = (code: ErrorCode, message: string, details: Readonly<Record<string, unknown>>) =>
  new ORPCError(code, { status: ERROR_STATUS[code], message, data: { details } })
