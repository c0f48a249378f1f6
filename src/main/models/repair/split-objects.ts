/**
 * Some servers write the arguments of several calls as one text: `{…}{…}{…}`. Two or more whole JSON objects with only
 * white space between them come back as their parts; anything else, and more than `most`, comes back as it is, untouched.
 */
export function splitObjects(text: string, most: number): string[] {
  const [first = '', ...more] = objectsOf(text, most)
  // Proxies begin with `{}` and write the real arguments behind it.
  return more.length > 0 && isEmptyObject(first) ? more : [first, ...more]
}

function objectsOf(text: string, most: number): string[] {
  const parts: string[] = []
  let start = 0
  while (start < text.length && parts.length < most) {
    const end = objectEnd(text, start)
    if (end < 0) break
    parts.push(text.slice(start, end).trim())
    start = end
    if (text.slice(start).trim() === '') return parts.length > 1 && parts.every(isJson) ? parts : [text]
  }
  return [text]
}

function isEmptyObject(text: string): boolean {
  return /^\{\s*\}$/.test(text)
}

/** Is there a whole JSON value in it already? */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Where the object that begins after white space at `from` ends; -1 when none does. */
function objectEnd(text: string, from: number): number {
  const end = new ObjectEnd()
  for (let at = from; at < text.length; at++) {
    end.read(text[at] ?? '')
    if (end.state !== 'open') return end.state === 'whole' ? at + 1 : -1
  }
  return -1
}

/** Follows an object or a list through pieces of text, so that however many there are each character is read once. */
export class ObjectEnd {
  /** whole: it has ended, and only white space came since. neither: something else stands there. */
  state: 'open' | 'whole' | 'neither' = 'open'
  #depth = 0
  #inString = false
  #escaped = false

  push(piece: string): void {
    for (let at = 0; at < piece.length && this.state !== 'neither'; at++) this.read(piece[at] ?? '')
  }

  read(character: string): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false
      else if (character === '\\') this.#escaped = true
      else if (character === '"') this.#inString = false
    } else if (this.#depth > 0 && character === '"') this.#inString = true
    else if (this.state === 'open' && (character === '{' || character === '[')) this.#depth++
    else if (this.#depth > 0 && (character === '}' || character === ']')) {
      this.#depth--
      if (this.#depth === 0) this.state = 'whole'
    } else if (this.#depth === 0 && !/\s/.test(character)) this.state = 'neither'
  }
}
