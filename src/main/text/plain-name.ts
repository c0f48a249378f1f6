/** White space, control characters, and those that change how the words around them are read without being seen. */
const UNSEEN = /[\s\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu

/** Text that stands beside other text as a name: one line, well-formed, nothing in it that could forge its surroundings. */
export function plainName(text: string): string {
  return text.toWellFormed().replace(UNSEEN, ' ').trim()
}
