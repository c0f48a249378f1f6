import type { ErrorCode } from './error-codes.ts'

/** An error a person can act on: a code for programs, a sentence that says what, where and what to do. */
export class SporaError extends Error {
  override readonly name = 'SporaError'
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }
}
