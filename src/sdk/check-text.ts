import type { ToolMetadata } from './metadata.ts'
import type { Problem } from './problem.ts'

/** Where a declaration holds half of a character, which can be neither sent nor stored. */
export function checkText(metadata: ToolMetadata): Problem[] {
  const path = brokenText(metadata)
  if (path === null) return []
  return [
    {
      code: 'TOOL_TEXT_INVALID',
      member: path,
      message: 'the text holds half of a character (a lone surrogate), perhaps cut off in the middle. Write it whole.',
    },
  ]
}

/** The path to the first broken text or key in plain data; null when there is none. */
export function brokenText(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : path
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    const place = path === '' ? key.toWellFormed() : `${path}.${key.toWellFormed()}`
    const found = key.isWellFormed() ? brokenText(inner, place) : place
    if (found !== null) return found
  }
  return null
}
