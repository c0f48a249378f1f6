/** Old Western text. Every byte means something here; the five undefined ones become control characters. */
const DECODER = new TextDecoder('windows-1252')

export function fromWindows1252(bytes: Uint8Array): string {
  return DECODER.decode(bytes)
}

/** Letters that stand between blanks as a word of their own somewhere. */
const WORDS = new Set('àáâãåéêèíîóôòúõöøýÀÁÂÃÅÉÊÈÍÎÓÔÒÚÕÖØÝ')
const LETTER = /^\p{L}$/u
const DIGIT = /^[0-9]$/
const OPENING = new Set('¡¿«‹“‘„‚')
const CLOSING = new Set('»›”')
/** Between letters they are part of a word, and beside one as well. */
const IN_WORDS = new Set('’´·\u00a0–—…')
/** Signs of prices, sizes and sums: beside digits and blanks, never inside a word. */
const BESIDE_NUMBERS = new Set('€£¥¢§¶•†‡±×÷¼½¾‰')
/** Signs that follow a word or a number. */
const AFTER = new Set('®™©ªº²³¹°')

/**
 * Whether a run of bytes makes sense as Windows-1252 between its neighbours, which are ASCII: letters in words, quotes
 * around them, signs beside numbers.
 */
export function plausibleWindows1252(bytes: Uint8Array, from: number, to: number): boolean {
  const left = neighbour(bytes[from - 1])
  const right = neighbour(bytes[to])
  if (left === null || right === null) return false
  const run = [...fromWindows1252(bytes.subarray(from, to))]
  return run.every((character, index) => {
    const before = run[index - 1] ?? left
    const after = run[index + 1] ?? right
    return LETTER.test(character) && !AFTER.has(character)
      ? isLetterInPlace(character, before, after)
      : isSignInPlace(character, before, after)
  })
}

/** '' beside the beginning or the end; null beside a character that is not ASCII: what is broken there is that one. */
function neighbour(byte: number | undefined): string | null {
  if (byte === undefined) return ''
  return byte < 0x80 ? String.fromCharCode(byte) : null
}

function isLetterInPlace(letter: string, before: string, after: string): boolean {
  if (letter === 'ÿ') return false // byte FF: filler in data, next to never a letter
  if (isLower(before) && isUpper(letter)) return false
  if (LETTER.test(before) || LETTER.test(after)) return true
  return WORDS.has(letter) && [before, after].every(side => side === '' || /^\s$/.test(side))
}

function isSignInPlace(sign: string, before: string, after: string): boolean {
  const [wordBefore, wordAfter] = [LETTER.test(before), LETTER.test(after)]
  if (IN_WORDS.has(sign)) return true
  if (OPENING.has(sign)) return !wordBefore
  if (CLOSING.has(sign)) return !wordAfter
  if (BESIDE_NUMBERS.has(sign)) return !wordBefore && !wordAfter
  if (sign === '°') return !wordAfter || DIGIT.test(before)
  if (sign === 'µ') return !wordBefore
  return AFTER.has(sign) && !wordAfter
}

function isLower(character: string): boolean {
  return character !== character.toUpperCase()
}

function isUpper(character: string): boolean {
  return character !== character.toLowerCase()
}

/** Control characters that no text has: it is data. */
export function hasControls(bytes: Uint8Array): boolean {
  for (const byte of bytes)
    if (byte < 0x20 && (byte < 0x08 || byte === 0x0b || (byte > 0x0d && byte !== 0x1b))) return true
  return false
}
