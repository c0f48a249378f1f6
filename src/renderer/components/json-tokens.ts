export interface JsonToken {
  readonly at: number
  readonly text: string
  /** Key, string, number (or word), punctuation; null for white space. */
  readonly kind: 'k' | 's' | 'n' | 'p' | null
}

const TOKEN = /("(?:[^"\\]|\\.)*(?:"|\\?$))(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)|([{}[\],:])|\s+|[\s\S]/g

/** Splits JSON, also the beginning of one: text that ends in the middle of a string or of a word loses nothing. */
export function jsonTokens(json: string): JsonToken[] {
  const tokens: JsonToken[] = []
  for (const { 0: text, 1: string, 2: colon, 3: number, 4: mark, index } of json.matchAll(TOKEN)) {
    if (string !== undefined) {
      tokens.push({ at: index, text: string, kind: colon === undefined ? 's' : 'k' })
      if (colon !== undefined) tokens.push({ at: index + string.length, text: colon, kind: 'p' })
    } else tokens.push({ at: index, text, kind: number !== undefined ? 'n' : mark !== undefined ? 'p' : null })
  }
  return tokens
}
