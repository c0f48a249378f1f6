export type NetworkFailure =
  | 'refused_connection'
  | 'unknown_host'
  | 'connect_timeout'
  | 'certificate'
  | 'tls'
  | 'unreachable'
  | 'too_large'
  | 'not_json'

const BY_CODE: ReadonlyMap<string, NetworkFailure> = new Map([
  ['ECONNREFUSED', 'refused_connection'],
  ['ENOTFOUND', 'unknown_host'],
  ['EAI_AGAIN', 'unknown_host'],
  ['EHOSTUNREACH', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['ETIMEDOUT', 'connect_timeout'],
  ['UND_ERR_CONNECT_TIMEOUT', 'connect_timeout'],
  ['ECONNRESET', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['UND_ERR_SOCKET', 'unreachable'],
  ['UND_ERR_HEADERS_OVERFLOW', 'too_large'],
  ['HTTPParserError', 'not_json'],
  ['EPROTO', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['CERT_NOT_YET_VALID', 'certificate'],
  ['CERT_UNTRUSTED', 'certificate'],
  ['CERT_REVOKED', 'certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate'],
])

/** Classified by error codes along the causes, never by words in a message (T7). */
export function networkFailure(error: unknown): { readonly failure: NetworkFailure; readonly code: string } {
  const code = codes(error, 0).find(found => BY_CODE.has(found) || /^ERR_(TLS|SSL)_/.test(found))
  if (code === undefined) return { failure: 'unreachable', code: '' }
  return { failure: BY_CODE.get(code) ?? 'tls', code }
}

function codes(error: unknown, depth: number): string[] {
  if (typeof error !== 'object' || error === null || depth > 5) return []
  const { code, name, cause, errors } = error as Readonly<Record<'code' | 'name' | 'cause' | 'errors', unknown>>
  const inside = [cause, ...(Array.isArray(errors) ? errors : [])].flatMap(inner => codes(inner, depth + 1))
  // What the library cannot read as HTTP has a name of its own, and no code.
  return [...inside, code, name].filter(found => typeof found === 'string')
}
