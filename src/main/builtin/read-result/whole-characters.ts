/** A part of a text that begins and ends between characters: half of a surrogate pair is left out. */
export function wholeCharacters(text: string, from: number, to: number): { start: number; end: number; text: string } {
  const start = splitsPair(text, from) ? from + 1 : from
  const end = Math.min(text.length, splitsPair(text, to) ? to - 1 : to)
  return { start, end, text: text.slice(start, end) }
}

function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && isHigh(text.charCodeAt(at - 1)) && isLow(text.charCodeAt(at))
}

const isHigh = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
const isLow = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff
