export interface JsonToken {
  readonly kind: 'key' | 'string' | 'number' | 'punctuation' | 'space'
  readonly text: string
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)|([{}[\],:])|(\s+)/g

/** Cuts JSON text into what is coloured differently. */
export function jsonTokens(text: string): JsonToken[] {
  const tokens: JsonToken[] = []
  for (const [all, string, colon, literal, punctuation] of text.matchAll(TOKEN)) {
    if (string !== undefined && colon !== undefined) {
      tokens.push({ kind: 'key', text: string }, { kind: 'punctuation', text: colon })
    } else if (string !== undefined) tokens.push({ kind: 'string', text: string })
    else if (literal !== undefined) tokens.push({ kind: 'number', text: literal })
    else if (punctuation !== undefined) tokens.push({ kind: 'punctuation', text: punctuation })
    else tokens.push({ kind: 'space', text: all })
  }
  return tokens
}
