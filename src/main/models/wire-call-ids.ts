import { hash } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Ids that every server of the OpenAI shape accepts: nine letters and digits (Mistral takes nothing else), the same for
 * the same id in one request, different for different ones.
 */
export function shortCallIds(): (id: string) => string {
  const given = new Map<string, string>()
  const taken = new Set<string>()
  return id => {
    const known = given.get(id)
    if (known) return known
    let short = shortened(id)
    for (let salt = 1; taken.has(short); salt++) short = shortened(`${id} ${salt}`)
    given.set(id, short)
    taken.add(short)
    return short
  }
}

/** Anthropic takes letters, digits, "_" and "-". */
export function anthropicCallIds(): (id: string) => string {
  const short = shortCallIds()
  return id => (/^[A-Za-z0-9_-]{1,64}$/.test(id) ? id : `call_${short(id)}`)
}

/** A conversation is sent again at every step, with all of its ids. */
const shortenedBefore = new Map<string, string>()
const KEPT = 10_000

function shortened(id: string): string {
  const known = shortenedBefore.get(id)
  if (known) return known
  if (shortenedBefore.size >= KEPT) shortenedBefore.clear()
  const digest = hash('sha256', id, 'buffer')
  const short = Array.from({ length: 9 }, (_, at) => ALPHABET[digest.readUInt16BE(at * 2) % ALPHABET.length]).join('')
  shortenedBefore.set(id, short)
  return short
}
