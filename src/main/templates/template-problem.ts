/** One thing about a template: an error keeps it out, a warning is said and lived with. */
export interface TemplateProblem {
  readonly code: string
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** `tools[0].operations[1].name`; absent when it is about the whole. */
  readonly path?: string
}

/** Keys of a file that is no template may be of any length. */
const LONGEST_PATH = 200
const cutPath = (path: string) =>
  path.length <= LONGEST_PATH ? path : `${path.slice(0, LONGEST_PATH)}…`.toWellFormed()

export const failure = (code: string, path: string | undefined, message: string): TemplateProblem => ({
  code,
  severity: 'error',
  message,
  ...(path === undefined ? {} : { path: cutPath(path) }),
})

export const warning = (code: string, path: string | undefined, message: string): TemplateProblem => ({
  ...failure(code, path, message),
  severity: 'warning',
})

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The keys that are not among the known ones, in their order. */
export function strangers(fields: Fields, known: readonly string[]): string[] {
  return Object.keys(fields).filter(key => !known.includes(key))
}
