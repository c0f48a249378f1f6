import { visible } from '../tools/quote.ts'

/** Text from a plugin as a person may see it: nothing invisible, never longer than asked. */
export function visibleText(text: string, limit: number): string {
  const shown = visible(text.slice(0, limit * 2))
  return shown.length <= limit ? shown : `${shown.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

const CONTROL_OR_DIRECTION = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

/** Control and direction characters: what could hide or forge text. */
export function hasInvisible(text: string): boolean {
  return CONTROL_OR_DIRECTION.test(text)
}
