const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Text made safe to stand inside a sentence: control, bidi and unassigned characters become `\u{202E}`. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, character => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`)
}

/** Text from outside inside a sentence, without quotes: nothing hidden, never longer than `max` characters and `…`. */
export function brief(text: string, max = 100): string {
  const shown = visible(cut(text, max))
  if (shown.length <= max) return text.length > max ? `${shown}…` : shown
  return `${cut(shown, max).replace(/\\u\{[0-9A-F]*$/, '')}…`
}

const MOST_LISTED = 12

/** The first of them, and how many more there are. */
export function quoteList(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST_LISTED).map(value => quote(value, 30))
  return values.length > MOST_LISTED ? `${shown.join(', ')} and ${values.length - MOST_LISTED} more` : shown.join(', ')
}

/** Any value as short JSON for a message: `"abc…"`, `[1,2,3…`. Never longer than about `max` characters. */
export function quote(value: unknown, max = 60): string {
  return typeof value === 'string' ? `"${brief(value, max)}"` : brief(JSON.stringify(value) ?? String(value), max)
}

/** Cut on a code-point boundary. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  const end = text.charCodeAt(max - 1) >= 0xd800 && text.charCodeAt(max - 1) <= 0xdbff ? max - 1 : max
  return text.slice(0, end)
}
