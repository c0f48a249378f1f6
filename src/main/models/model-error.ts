import type { ErrorCode } from '../../shared/error-codes.ts'

/** What a model endpoint did wrong, classified by type and status, never by digits in text (T7). */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  constructor(
    readonly code: ErrorCode,
    /** For the person: what happened and what to do. No secrets. */
    message: string,
    readonly info: {
      readonly status?: number
      /** What the endpoint said, shortened, escaped and scrubbed. */
      readonly raw?: string
      readonly retryable: boolean
      readonly retryAfterMs?: number
      /** The model reads so many tokens, says the endpoint that refused a longer conversation (T6). */
      readonly contextLimit?: number
      /** The request parameter the endpoint refused, when it names one. */
      readonly refusedParameter?: string
    },
  ) {
    super(message)
  }
}
