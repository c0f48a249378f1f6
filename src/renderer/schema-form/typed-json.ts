import { jsonTokens } from '../components/json-tokens.ts'
import { isExact } from './typed-number.ts'

/** What keeps text from being taken as the JSON it looks like. */
export type JsonFault = 'not_json' | 'not_object' | 'twice' | 'inexact'

export type TypedJson = { readonly value: unknown } | { readonly fault: JsonFault }

/**
 * What is typed as JSON, when it would run as it stands there: JSON.parse alone takes the last of two equal names and the
 * nearest number it knows, and nobody would see it.
 */
export function typedJson(text: string, objectOnly = false): TypedJson {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { fault: 'not_json' }
  }
  if (objectOnly && (typeof value !== 'object' || value === null || Array.isArray(value)))
    return { fault: 'not_object' }
  const fault = unfaithful(text)
  return fault ? { fault } : { value }
}

/** In text that is JSON. */
function unfaithful(text: string): JsonFault | null {
  const open: Set<unknown>[] = []
  for (const { kind, text: token } of jsonTokens(text)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (kind === 'n' && /\d/.test(token) && !isExact(token)) return 'inexact'
    else if (kind === 'k') {
      const name: unknown = JSON.parse(token)
      if (open.at(-1)?.has(name)) return 'twice'
      open.at(-1)?.add(name)
    }
  }
  return null
}
