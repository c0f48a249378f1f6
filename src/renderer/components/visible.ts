/** Characters that change how text reads without being seen: bidi controls, zero width, tags, C0 and C1 controls. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]|\u034f|[\ufe00-\ufe0f]|\p{Cn}|\p{Cs}/gu

/** Inside an emoji these two are part of how it is written. */
const EMOJI_GLUE = /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu

export interface TextPart {
  readonly text: string
  /** The part is the name of an unseen character, such as `U+202E`. */
  readonly hidden: boolean
}

/** Splits text so that every unseen character gets a part of its own, named by its code point. */
export function visible(text: string): TextPart[] {
  const glue = new Set(Array.from(text.matchAll(EMOJI_GLUE), match => match.index))
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(INVISIBLE)) {
    if (glue.has(match.index)) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), hidden: false })
    const code = match[0].codePointAt(0) ?? 0
    parts.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, hidden: true })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), hidden: false })
  return parts
}
