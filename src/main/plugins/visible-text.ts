import { visible } from '../tools/quote.ts'

/** Text from a plugin as a person may see it: nothing invisible, never longer than asked. */
export function visibleText(text: string, limit: number): string {
  const shown = visible(text.slice(0, limit * 2))
  return shown.length <= limit ? shown : `${shown.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
