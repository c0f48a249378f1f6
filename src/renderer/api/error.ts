import { ORPCError } from '@orpc/client'
import type { ErrorCode } from '../../shared/error-codes.ts'

interface Shown {
  /** A code of error-codes.ts, or what the transport said. */
  readonly code: string
  /** The sentence for the person. */
  readonly message: string
  readonly details: Readonly<Record<string, unknown>>
}

/** True for errors the contract declares: asking again would answer the same. */
export function isDefined(error: unknown): error is ORPCError<ErrorCode, { details: Record<string, unknown> }> {
  return error instanceof ORPCError && error.defined
}

/** What browsers say when nobody answers a request. */
const UNREACHED = /fetch|network|load failed/i

/** What to show of any thrown value. Stacks and causes never crossed the border. */
export function shownError(error: unknown): Shown {
  if (error instanceof ORPCError) {
    const data: unknown = error.data
    const details =
      typeof data === 'object' && data !== null && 'details' in data && typeof data.details === 'object' && data.details
        ? (data.details as Record<string, unknown>)
        : {}
    return { code: error.code, message: error.message, details }
  }
  const message = error instanceof Error ? error.message : String(error)
  const unreached = error instanceof TypeError && UNREACHED.test(message)
  return {
    code: 'CONNECTION',
    message: unreached ? 'Spora did not answer. Check that it still runs, then try again.' : message,
    details: unreached ? { reason: message } : {},
  }
}

export function hasCode(error: unknown, ...codes: ErrorCode[]): boolean {
  return error instanceof ORPCError && (codes as string[]).includes(error.code)
}

/** The runtime answers, but not to this page: its token is missing or belongs to an earlier start of `serve`. */
export function isRefused(error: unknown): boolean {
  return error instanceof ORPCError && (error.status === 401 || error.status === 403)
}
