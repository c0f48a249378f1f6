import { visible } from './visible.ts'

/**
 * A value as JSON text in which unseen characters are escaped, so that they can be seen also where text is edited. It means
 * the same: read as JSON it gives the same value.
 */
export function visibleJson(value: unknown): string | undefined {
  const text = JSON.stringify(value, null, 2)
  if (text === undefined) return undefined
  return visible(text)
    .map(part => (part.hidden ? escaped(Number.parseInt(part.text.slice(2), 16)) : part.text))
    .join('')
}

/** Code points beyond the first plane are two escapes. */
function escaped(code: number): string {
  return Array.from(
    String.fromCodePoint(code).split(''),
    unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ).join('')
}
