import { shortened } from '../shortened.ts'
import { wholeCharacters } from './whole-characters.ts'

const PLACES = 20
const AROUND = 200

/** The places where a text stands, each with what is around it. */
export function findIn(text: string, wanted: string): string {
  const found = places(text, wanted)
  if (found.length === 0) return `“${shortened(wanted)}” is not in the result (${text.length} characters).`
  const shown = found.slice(0, PLACES).map(at => {
    const part = wholeCharacters(text, Math.max(0, at - AROUND), Math.min(text.length, at + wanted.length + AROUND))
    return `[at ${at}]\n${part.text}`
  })
  const more = found.length > PLACES ? `\n\n[${found.length - PLACES} more places, the next at ${found[PLACES]}.]` : ''
  return `Found ${found.length} times.\n\n${shown.join('\n\n')}${more}`
}

function places(text: string, wanted: string): number[] {
  const haystack = text.toLowerCase()
  // Lower case can have another length; then places would be wrong, and the case counts.
  const exact = haystack.length !== text.length
  const [where, what] = exact ? [text, wanted] : [haystack, wanted.toLowerCase()]
  const found: number[] = []
  for (let at = where.indexOf(what); at >= 0; at = where.indexOf(what, at + what.length)) found.push(at)
  return found
}
