import { fromWindows1252, hasControls, plausibleWindows1252 } from './windows-1252.ts'

/*
 * The one place where text from outside becomes well-formed text.
 *
 * U1 What is valid stays as it is: valid UTF-8, in a string every pair of surrogates. Nothing is re-read because of a
 *    fault elsewhere.
 * U2 Latin-1 is salvaged: bytes that are no UTF-8, but make sense as Windows-1252 where they stand, are read as that.
 * U3 Nothing valid but ASCII: when the end is an unfinished character, or a sequence beyond Unicode is in it, the whole
 *    is Windows-1252; so it is when nothing at all is valid.
 * U4 Anything else is damage and goes: a stray or unfinished piece of a character, an overlong form, half a surrogate.
 * U5 So much damage is not looked at piece by piece, which would take the app's time and memory: when what came first is
 *    Windows-1252 almost everywhere, beside nothing valid but ASCII, the whole is; else all of it is damage.
 */

export interface WellFormedOptions {
  /** Stands for each damaged place; nothing by default. */
  readonly mark?: string
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LOSSY_UTF8 = new TextDecoder('utf-8', { ignoreBOM: true })
/** Damaged pieces, about as many as a long page in the wrong encoding has. */
const MOST_DAMAGE = 5_000

/** Text that can be stored, sent and shown, whatever came in. */
export function wellFormedText(input: Uint8Array | string, { mark = '' }: WellFormedOptions = {}): string {
  if (typeof input === 'string') return input.toWellFormed()
  const whole = decodeUtf8(input)
  if (whole !== null) return whole
  const { pieces, whole: all } = split(input)
  if (!all) return muchDamaged(input, pieces, mark)
  const valid = pieces.filter(piece => piece.kind === 'valid')
  if (valid.length === 0) return fromWindows1252(input)
  const onlyAscii = valid.every(({ from, to }) => isAscii(input, from, to))
  const beyond = pieces.some(piece => piece.kind === 'beyond')
  if (onlyAscii && (beyond || pieces.at(-1)?.kind === 'unfinished')) return fromWindows1252(input)
  return joined(input, pieces, mark)
}

export function isWellFormedUtf8(bytes: Uint8Array): boolean {
  return decodeUtf8(bytes) !== null
}

/** The same for every text inside plain data. Keys stay as they are. */
export function wellFormedValue<T>(value: T): T {
  if (typeof value === 'string') return wellFormedText(value) as T
  if (value instanceof Uint8Array) return wellFormedText(value) as T
  if (Array.isArray(value)) return value.map(wellFormedValue) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wellFormedValue(item)])) as T
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return UTF8.decode(bytes)
  } catch {
    return null
  }
}

interface Piece {
  /**
   * stray: a byte alone that no character begins or goes on with here. unfinished: the beginning of a character.
   * broken: a whole sequence with a forbidden value (overlong, half a surrogate). beyond: one beyond Unicode.
   */
  readonly kind: 'valid' | 'stray' | 'unfinished' | 'broken' | 'beyond'
  readonly from: number
  readonly to: number
}

/** `whole`: false when there is more damage than is looked at; then the pieces are those until there. */
function split(bytes: Uint8Array): { readonly pieces: readonly Piece[]; readonly whole: boolean } {
  const pieces: Piece[] = []
  let damage = 0
  for (let at = 0; at < bytes.length; ) {
    const to = validUntil(bytes, at)
    if (to > at) pieces.push({ kind: 'valid', from: at, to })
    if (to === bytes.length) break
    const { kind, length } = sequenceAt(bytes, to)
    pieces.push({ kind, from: to, to: to + length })
    if (++damage > MOST_DAMAGE) return { pieces, whole: false }
    at = to + length
  }
  return { pieces, whole: true }
}

function validUntil(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length) {
    if ((bytes[at] as number) < 0x80) at++
    else {
      const { kind, length } = sequenceAt(bytes, at)
      if (kind !== 'valid') return at
      at += length
    }
  }
  return at
}

const ALMOST = 0.9

function muchDamaged(bytes: Uint8Array, pieces: readonly Piece[], mark: string): string {
  const valid = pieces.filter(piece => piece.kind === 'valid')
  if (valid.every(({ from, to }) => isAscii(bytes, from, to)) && !hasControls(bytes)) {
    const runs = damagedRuns(pieces).slice(0, -1) // the last one may go on
    const meant = runs.filter(run => salvaged(bytes, run) !== null)
    if (runs.length === 0 || meant.length >= runs.length * ALMOST) return fromWindows1252(bytes)
  }
  const text = LOSSY_UTF8.decode(bytes)
  return mark === '\ufffd' ? text : text.replaceAll('\ufffd', mark)
}

/** Damage that touches belongs together: it makes sense as a whole or not at all. */
function damagedRuns(pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = []
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'valid') continue
    const before = pieces[index - 1]
    if (before && before.kind !== 'valid') runs.at(-1)?.push(piece)
    else runs.push([piece])
  }
  return runs
}

/** Bytes a sequence has after its first, by what the first says; the long forms of old UTF-8 included. */
function following(lead: number): number {
  if (lead < 0xc0 || lead > 0xfd) return 0
  if (lead < 0xe0) return 1
  if (lead < 0xf0) return 2
  if (lead < 0xf8) return 3
  return lead < 0xfc ? 4 : 5
}

function sequenceAt(bytes: Uint8Array, at: number): { kind: Piece['kind']; length: number } {
  const lead = bytes[at] as number
  if (lead < 0x80) return { kind: 'valid', length: 1 }
  const wanted = following(lead)
  if (wanted === 0) return { kind: 'stray', length: 1 }
  let length = 1
  while (length <= wanted && isContinuation(bytes[at + length])) length++
  const second = bytes[at + 1] ?? 0
  if (length <= wanted) {
    if (lead >= 0xc2 && at + length === bytes.length) return { kind: 'unfinished', length }
    // Inside the text, a beginning that could never end well is no beginning.
    const hopeless = length === 1 || lead < 0xc2 || lead > 0xf4 || isForbidden(lead, second)
    return hopeless ? { kind: 'stray', length: 1 } : { kind: 'unfinished', length }
  }
  if (lead > 0xf4 || (lead === 0xf4 && second > 0x8f)) return { kind: 'beyond', length }
  return { kind: lead < 0xc2 || isForbidden(lead, second) ? 'broken' : 'valid', length }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0
}

function isForbidden(lead: number, second: number): boolean {
  if (lead === 0xe0 || lead === 0xf0) return second < (lead === 0xe0 ? 0xa0 : 0x90)
  return (lead === 0xed && second > 0x9f) || (lead === 0xf4 && second > 0x8f)
}

function isAscii(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if ((bytes[at] as number) >= 0x80) return false
  return true
}

function joined(bytes: Uint8Array, pieces: readonly Piece[], mark: string): string {
  const isText = !hasControls(bytes)
  let text = ''
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index] as Piece
    if (piece.kind === 'valid') {
      text += UTF8.decode(bytes.subarray(piece.from, piece.to))
      continue
    }
    const run = [piece]
    while (pieces[index + 1] && pieces[index + 1]?.kind !== 'valid') run.push(pieces[++index] as Piece)
    text += (isText ? salvaged(bytes, run) : null) ?? mark
  }
  return text
}

/** A run of damage in a text as Windows-1252, when it makes sense as that; else null. */
function salvaged(bytes: Uint8Array, run: readonly Piece[]): string | null {
  const [from, to] = [run[0]?.from ?? 0, run.at(-1)?.to ?? 0]
  const broken = run.some(({ kind, from, to }) => kind === 'broken' || (kind === 'unfinished' && to - from > 1))
  if (!run.some(({ kind }) => kind === 'beyond') && (broken || !plausibleWindows1252(bytes, from, to))) return null
  return fromWindows1252(bytes.subarray(from, to))
}
