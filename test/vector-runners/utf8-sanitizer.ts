import { isWellFormedUtf8, wellFormedText, wellFormedValue } from '../../src/main/text/well-formed.ts'
import { compareJson, deviates, matched, skipped, unexplained, type VectorRunner, type Verdict } from './runner.ts'

interface Input {
  readonly method: 'scrubString' | 'isValid' | 'scrub'
  readonly bytesHex?: string
  readonly value?: unknown
}
interface Output {
  readonly text?: string
  readonly value?: unknown
}

export const run: VectorRunner = ({ input, output, hazard }) => {
  const given = input as Input
  const theirs = output as Output
  if (typeof hazard === 'string' && hazard.startsWith('php-only')) return skipped(hazard)
  const bytes = Buffer.from(given.bytesHex ?? '', 'hex')
  if (given.method === 'isValid') return compareJson(isWellFormedUtf8(bytes), theirs.value)
  if (given.method === 'scrubString') return compareText(bytes, wellFormedText(bytes), theirs.text ?? '')
  return compareValue(given.value, wellFormedValue(withBytes(given.value)), theirs.value)
}

/** Data of a vector, with `{"$hex": …}` as the bytes it stands for. */
function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes)
  if (typeof value !== 'object' || value === null) return value
  const hex = hexOf(value)
  if (hex !== undefined) return hex
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withBytes(item)]))
}

function hexOf(value: object): Buffer | undefined {
  return '$hex' in value && typeof value.$hex === 'string' ? Buffer.from(value.$hex, 'hex') : undefined
}

/** Same shape; the texts in it are compared as texts. The first that does not match decides. */
function compareValue(given: unknown, ours: unknown, theirs: unknown): Verdict {
  if (typeof given !== 'object' || given === null) return compareJson(ours, theirs)
  const bytes = hexOf(given)
  if (bytes) return compareText(bytes, String(ours), String(theirs))
  if (JSON.stringify(keysOf(ours)) !== JSON.stringify(keysOf(theirs))) return compareJson(ours, theirs)
  const verdicts = Object.entries(given).map(([key, item]) => compareValue(item, at(ours, key), at(theirs, key)))
  return (
    verdicts.find(({ kind }) => kind === 'unexplained') ?? verdicts.find(({ kind }) => kind !== 'matched') ?? matched
  )
}

const keysOf = (value: unknown) => Object.keys(value as object)
const at = (value: unknown, key: string) => (value as Record<string, unknown>)[key]

const VALID =
  /^(?:\p{ASCII}|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})+/u

/**
 * The reference either drops every faulty byte or re-reads the whole as Windows-1252. Where it did the first, U2 lets us
 * keep some of what it dropped; where it did the second, U1 makes us keep what is valid. Nothing else explains a difference.
 */
function compareText(bytes: Buffer, ours: string, theirs: string): Verdict {
  if (ours === theirs) return matched
  const parts = partsOf(bytes)
  const dropped = parts.map(({ valid, text }) => (valid ? text : '')).join('')
  const salvages = keepsTheValid(parts, ours)
  if (salvages && theirs === dropped) return deviates('U2')
  if (salvages && theirs === legacy(bytes) && parts.some(({ valid, text }) => valid && /\P{ASCII}/u.test(text)))
    return deviates('U1')
  return unexplained(`ours ${JSON.stringify(ours.slice(0, 200))}, theirs ${JSON.stringify(theirs.slice(0, 200))}`)
}

interface Part {
  readonly valid: boolean
  readonly text: string
}

function partsOf(bytes: Buffer): Part[] {
  const parts: Part[] = []
  let rest = bytes.toString('latin1')
  while (rest !== '') {
    const valid = VALID.exec(rest)?.[0]
    let length = valid?.length ?? 1
    while (!valid && length < rest.length && !VALID.test(rest.slice(length))) length++
    const own = Buffer.from(rest.slice(0, length), 'latin1')
    parts.push({ valid: valid !== undefined, text: valid ? own.toString('utf8') : legacy(own) })
    rest = rest.slice(length)
  }
  return parts
}

/** Every valid part in its place; each faulty one read as Windows-1252 or left out. */
function keepsTheValid(parts: readonly Part[], ours: string): boolean {
  let rest = ours
  for (const { valid, text } of parts) {
    if (rest.startsWith(text)) rest = rest.slice(text.length)
    else if (valid) return false
  }
  return rest === ''
}

function legacy(bytes: Uint8Array): string {
  return new TextDecoder('windows-1252').decode(bytes)
}
