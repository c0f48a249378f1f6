import { sha256 } from './canonical-json.ts'

/** What every provider accepts as a function's name; some want a letter or `_` first. */
const LONGEST = 64
const HASH = 8
/** What a slug may take of a name that has to be shortened. */
const PREFIX = 24

export interface WireNames {
  /** Those the names were made for. */
  readonly qualifiedNames: readonly string[]
  /** Throws when the tool is not among those the names were made for. */
  wire(qualifiedName: string): string
  /** The tool a model's name means; undefined for a name that was not offered, whatever it resembles. */
  canonical(wireName: string): string | undefined
}

/**
 * Names for one request (W2): `:` becomes `__`; what would be too long, or would collide with another name, keeps a
 * stem and ends in a hash of the qualified name. Injective, and reversed only by look-up. A tool's name does not
 * depend on the order of the list, and without a collision not on the rest of the list either.
 */
export function wireNames(qualifiedNames: readonly string[]): WireNames {
  const names = [...new Set(qualifiedNames)]
  const plain = new Map<string, string[]>()
  for (const name of names) plain.set(joined(name), [...(plain.get(joined(name)) ?? []), name])
  const wires = new Map<string, string>()
  const taken = new Map<string, string>()
  const take = (name: string, wire: string) => {
    wires.set(name, wire)
    taken.set(wire, name)
  }
  const rest: string[] = []
  for (const name of names) {
    if (isWireName(joined(name)) && plain.get(joined(name))?.length === 1) take(name, joined(name))
    else rest.push(name)
  }
  for (const name of rest.sort()) {
    let [salt, wire] = [0, hashed(name, 0)]
    while (taken.has(wire)) wire = hashed(name, ++salt)
    take(name, wire)
  }
  return {
    qualifiedNames,
    wire(qualifiedName) {
      const wire = wires.get(qualifiedName)
      if (wire === undefined) throw new Error(`No wire name was made for ${qualifiedName}.`)
      return wire
    },
    canonical: wireName => taken.get(wireName),
  }
}

function joined(qualifiedName: string): string {
  return qualifiedName.replaceAll(':', '__')
}

function isWireName(name: string): boolean {
  return name.length <= LONGEST && /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name)
}

/** Slug and name both stay readable: the slug's head, the name's head and tail (what tells two names apart is often last). */
function hashed(qualifiedName: string, salt: number): string {
  const hash = sha256(salt === 0 ? qualifiedName : `${salt}:${qualifiedName}`).slice(0, HASH)
  const [name = '', ...slugs] = qualifiedName.split(':').reverse()
  const slug = slugs.length === 0 ? '' : `${safe(slugs.reverse().join('_')).slice(0, PREFIX)}__`
  const prefix = /^[A-Za-z_]/.test(slug || safe(name)) ? slug : `_${slug}`
  return `${prefix}${shortened(safe(name), LONGEST - prefix.length - HASH - 1)}_${hash}`
}

function shortened(text: string, length: number): string {
  if (text.length <= length) return text
  const tail = Math.floor(length / 3)
  return text.slice(0, length - tail) + text.slice(-tail)
}

function safe(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '_')
}
