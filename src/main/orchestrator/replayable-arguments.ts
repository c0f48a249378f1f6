import { parseArguments } from '../tools/parse-arguments.ts'
import type { CallRow } from './call-store.ts'

/**
 * What the model wrote, when it is an object that could be read; else what was made of it. Broken text is never sent
 * again (F5): neither what is no JSON, nor what our own parser or the endpoint's would choke on.
 */
export function replayableArguments(call: Pick<CallRow, 'argumentsText' | 'argsCanonical' | 'state'>): string {
  if (call.state === 'invalid') {
    const parsed = parseArguments(call.argumentsText)
    if (parsed.kind === 'malformed') return '{}'
  }
  if (isObject(call.argumentsText)) return call.argumentsText
  return isObject(call.argsCanonical) ? call.argsCanonical : '{}'
}

function isObject(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
