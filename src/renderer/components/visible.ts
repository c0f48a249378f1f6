import { unseenIn } from '../../shared/unseen.ts'

export interface TextPart {
  readonly text: string
  /** The part is the name of an unseen character, such as `U+202E`. */
  readonly hidden: boolean
}

/** Splits text so that every unseen character gets a part of its own, named by its code point. */
export function visible(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const { index, character } of unseenIn(text)) {
    if (index > from) parts.push({ text: text.slice(from, index), hidden: false })
    const code = character.codePointAt(0) ?? 0
    parts.push({ text: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`, hidden: true })
    from = index + character.length
  }
  if (from < text.length) parts.push({ text: text.slice(from), hidden: false })
  return parts
}
