/** The fields of an agent that an agent may write, and what they may hold. */
export const LIMITS = {
  name: 200,
  description: 2_000,
  system_prompt: 100_000,
  max_steps: { minimum: 1, maximum: 100 },
  retry_after_minutes: { minimum: 0, maximum: 525_600 },
  max_retries: { minimum: 0, maximum: 100_000 },
} as const

export const AGENT_FIELDS = [
  'name',
  'description',
  'system_prompt',
  'max_steps',
  'allow_followup',
  'retry_after_minutes',
  'max_retries',
] as const

export type Fields = Readonly<Record<string, unknown>>

/** A value a model sent as an object; null for anything else. */
export function asFields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

/** What is wrong with the numbers and switches, in a sentence; null when nothing is. */
export function limitsProblem(fields: Fields): string | null {
  for (const field of ['max_steps', 'retry_after_minutes', 'max_retries'] as const) {
    const value = fields[field]
    const { minimum, maximum } = LIMITS[field]
    if (value === undefined) continue
    if (!Number.isInteger(value) || (value as number) < minimum || (value as number) > maximum)
      return `${field} must be a whole number from ${minimum} to ${maximum}.`
  }
  const { allow_followup: followup } = fields
  return followup === undefined || typeof followup === 'boolean' ? null : 'allow_followup must be true or false.'
}

/** Spaces around a name are nobody's intention. A no-break space may be. */
export function trimmedName(name: string): string {
  return name.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
}

export function nameProblem(name: unknown): string | null {
  if (typeof name !== 'string') return 'name must be text.'
  const length = [...trimmedName(name)].length
  if (name.trim() === '' || length === 0) return 'name must not be empty.'
  return length > LIMITS.name ? `name has ${length} characters; ${LIMITS.name} are allowed.` : null
}

/** Null stands for none. */
export function textProblem(field: 'description' | 'system_prompt', text: unknown): string | null {
  if (text === undefined || text === null) return null
  if (typeof text !== 'string') return `${field} must be text.`
  const length = [...text].length
  return length > LIMITS[field] ? `${field} has ${length} characters; ${LIMITS[field]} are allowed.` : null
}
