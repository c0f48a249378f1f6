import { ORPCError } from '@orpc/server'
import { ERROR_STATUS, type ErrorCode } from '../../shared/error-codes.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { KnownSecrets } from '../text/known-secrets.ts'

const NO_SECRETS = new KnownSecrets()

/**
 * What crosses to a window or a REST client: code, sentence, details. An error nobody meant becomes INTERNAL; what it
 * said and where stays in the log.
 */
export function apiError(
  error: unknown,
  log: (error: unknown) => void,
  secrets: Pick<KnownSecrets, 'hide' | 'hideIn'> = NO_SECRETS,
): ORPCError<string, unknown> {
  if (error instanceof SporaError)
    return defined(error.code, secrets.hide(error.message), secrets.hideIn(error.details))
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') return invalidInput(error)
  // oRPC says only that an answer did not fit the contract; why stands in the cause.
  log(error instanceof ORPCError ? (error.cause ?? error) : error)
  return defined('INTERNAL', 'Something went wrong inside Spora. The log in the data folder says more.', {})
}

const defined = (code: ErrorCode, message: string, details: Readonly<Record<string, unknown>>) =>
  new ORPCError(code, { status: ERROR_STATUS[code], message, data: { details } })

interface Issue {
  readonly message: string
  readonly path?: readonly PropertyKey[]
}

/** How many problems the sentence tells; all of them are in the details. */
const TOLD = 3

function invalidInput(error: ORPCError<string, unknown>): ORPCError<string, unknown> {
  const { issues = [] } = (error.data ?? {}) as { readonly issues?: readonly Issue[] }
  const fields = issues.map(({ path = [], message }) => ({ field: path.map(String).join('.'), message }))
  const words = fields.slice(0, TOLD).map(({ field, message }) => (field ? `${field}: ${message}.` : `${message}.`))
  return defined('VALIDATION_ERROR', ['The request was not understood.', ...words].join(' '), { fields })
}
