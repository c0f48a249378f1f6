import { wellFormedText } from '../text/well-formed.ts'

const LONGEST = 60_000
const HEAD = 40_000
const TAIL = 18_000

/**
 * T10: what the model gets of a very long result: its beginning and end, cut between characters, and the handle under
 * which it can read the rest.
 */
export function shortened(content: string, handle: string): string {
  const text = wellFormedText(content)
  if (text.length <= LONGEST) return text
  const head = text.slice(0, splitsPair(text, HEAD) ? HEAD - 1 : HEAD)
  const from = text.length - TAIL
  const tail = text.slice(splitsPair(text, from) ? from + 1 : from)
  const left = text.length - head.length - tail.length
  return `${head}\n\n[${left.toLocaleString('en-US')} characters left out here, from ${head.length}. To read them call read_result with the handle ${handle}.]\n\n${tail}`
}

function splitsPair(text: string, at: number): boolean {
  return /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '')
}
