import type { CallRow } from './call-store.ts'

/** What the model wrote, when it is an object; else what was made of it. Broken text is never sent again (F5). */
export function replayableArguments(call: Pick<CallRow, 'argumentsText' | 'argsCanonical'>): string {
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
