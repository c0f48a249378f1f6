import type { JsonValue } from '@spora/sdk'
import ipaddr from 'ipaddr.js'
import { DIALECTS, type DialectName, isDialect } from '../tools/dialects/compile-for-dialect.ts'

export const AUTOMATIC = 'automatic'

/** The choices of the `tool_schema_dialect` setting. */
export const dialectOptions: Readonly<Record<string, string>> = {
  [AUTOMATIC]: 'Automatic',
  ...Object.fromEntries(Object.entries(DIALECTS).map(([name, { label }]) => [name, label])),
}

/**
 * The dialect of a chat completions endpoint: what the person chose, else by where and what it is. Services that hand
 * requests on name the maker in the model's id.
 */
export function chooseDialect(settings: Readonly<Record<string, JsonValue>>): DialectName {
  const { tool_schema_dialect: chosen, base_url: address, model } = settings
  if (isDialect(chosen)) return chosen
  const host = hostOf(address)
  if (host === 'googleapis.com' || host.endsWith('.googleapis.com')) return 'gemini'
  if (/(^|\/)gemini-/i.test(String(model ?? ''))) return 'gemini'
  return isLocal(host) ? 'minimal' : 'openai'
}

function hostOf(address: unknown): string {
  try {
    return new URL(String(address)).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return ''
  }
}

/** This computer, or one in the same network. */
function isLocal(host: string): boolean {
  if (/(^|\.)(localhost|local|lan|home|internal)$/.test(host)) return true
  if (!ipaddr.isValid(host)) return host !== '' && !host.includes('.')
  return LOCAL.has(ipaddr.process(host).range())
}

const LOCAL: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal', 'unspecified'])
