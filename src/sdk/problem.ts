import type { DeclarationProblem } from './tool-declaration-error.ts'

export type Problem = Omit<DeclarationProblem, 'className'>

/** A value as a person would type it, shortened, so that a wrong one can be found in the source. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (safeJson(value) ?? String(value))
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function safeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** The names that occur more than once. */
export function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}
