/** Control characters, and those that turn around what stands beside them. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Whether text for people holds what they cannot see. */
export function hasUnseen(text: unknown): boolean {
  return typeof text === 'string' && UNSEEN.test(text)
}
