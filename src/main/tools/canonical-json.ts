import { hash } from 'node:crypto'
import type { JsonValue } from '@spora/sdk'
import canonicalize from 'canonicalize'

/**
 * The one text of a JSON value (RFC 8785): keys in code-unit order, no spaces, numbers as JavaScript prints them. A
 * decision is bound to the hash of this text, so it throws where a value has no such text: broken surrogates, NaN,
 * Infinity, or nothing at all.
 */
export function canonicalJson(value: JsonValue): string {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('Only JSON values have a canonical text.')
  return text
}

/** Lowercase hex, over the UTF-8 bytes. */
export function sha256(text: string): string {
  return hash('sha256', text)
}
