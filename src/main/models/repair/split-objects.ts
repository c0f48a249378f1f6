/**
 * Some servers write the arguments of several calls as one text: `{…}{…}{…}`. Two or more whole JSON objects with only
 * white space between them come back as their parts; anything else comes back as it is, untouched.
 */
export function splitObjects(text: string): string[] {
  const parts: string[] = []
  let start = 0
  while (start < text.length) {
    const end = objectEnd(text, start)
    if (end < 0) break
    parts.push(text.slice(start, end).trim())
    start = end
    if (text.slice(start).trim() === '') return parts.length > 1 && parts.every(isJson) ? parts : [text]
  }
  return [text]
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
  let depth = 0
  let inString = false
  for (let at = from; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') {
      if (depth === 0) return -1
      inString = true
    } else if (character === '{' || character === '[') depth++
    else if (character === '}' || character === ']') {
      depth--
      if (depth === 0) return at + 1
      if (depth < 0) return -1
    } else if (depth === 0 && !/\s/.test(character ?? '')) return -1
  }
  return -1
}
