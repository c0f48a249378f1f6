/**
 * Characters that change how a text reads without being seen: controls but for tab and line feed, format characters (bidi,
 * zero width, tags) but for the Arabic signs among them that are seen, private ones, unassigned ones, halves of a pair,
 * line and paragraph separators, joiners, blank letters, and variation selectors, in which a whole text can be hidden.
 */
export const UNSEEN =
  /(?![\t\n\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])(?:[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|\u034f|[\u115f\u1160\u17b4\u17b5\u3164\uffa0]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])/gu

/** Inside an emoji these two are part of how it is written. */
const EMOJI_GLUE = /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu

/** Where they stand in a text, with the character itself. */
export function unseenIn(text: string): { readonly index: number; readonly character: string }[] {
  const found = Array.from(text.matchAll(UNSEEN), match => ({ index: match.index, character: match[0] }))
  if (found.length === 0) return found
  const glue = new Set(Array.from(text.matchAll(EMOJI_GLUE), match => match.index))
  return found.filter(({ index }) => !glue.has(index))
}
