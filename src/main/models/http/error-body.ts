/** What an endpoint says about an error, in whichever of the usual shapes. */
export interface SaidError {
  readonly message: string
  readonly type: string
  readonly code: string
  /** The request parameter it complains about. */
  readonly param: string
  /** A number the body itself gives as status, or null. */
  readonly status: number | null
}

/** Null when the text is no JSON object that speaks of an error. */
export function readErrorBody(text: string): SaidError | null {
  try {
    return saidError(JSON.parse(text))
  } catch {
    return null
  }
}

/** `{error:{…}}`, `{error:'…'}`, `{message:'…'}`, `{detail:'…'}`, `[{error:{…}}]`. */
export function saidError(body: unknown): SaidError | null {
  const outer = record(Array.isArray(body) ? body[0] : body)
  if (!outer) return null
  const error = outer.error
  if (typeof error === 'string') return said({ ...outer, message: error })
  const inner = record(error)
  if (inner) return said(inner)
  return 'message' in outer || 'detail' in outer ? said({ message: outer.detail, ...outer }) : null
}

function said(fields: Readonly<Record<string, unknown>>): SaidError {
  // Some write it as text.
  const number = [fields.code, fields.status, fields.statusCode]
    .map(value => (typeof value === 'string' && value !== '' ? Number(value) : value))
    .find(value => typeof value === 'number' && value >= 400 && value < 600)
  return {
    message: text(fields.message) || JSON.stringify(fields),
    type: text(fields.type),
    code: text(fields.code),
    param: text(fields.param),
    status: typeof number === 'number' ? number : null,
  }
}

function text(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null
}
