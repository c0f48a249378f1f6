const DEVICES = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$/i
/** Control and direction characters, and what Windows keeps for itself. */
const FORBIDDEN = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069<>:"|?*\\]/u
const LONGEST = 200

/** A file name as the disk has it, decoded; null when it is not UTF-8. */
export function decodeName(raw: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw)
  } catch {
    return null
  }
}

/** Bytes that are no text, made readable: `b\xff.js`. */
export function escapedName(raw: Buffer): string {
  return Array.from(raw, byte =>
    byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`,
  ).join('')
}

/** Why a name cannot be kept on every system, as the second half of a sentence; null when it can. */
export function fileNameProblem(name: string): string | null {
  if (Buffer.byteLength(name) > LONGEST) return `is longer than ${LONGEST} bytes`
  if (FORBIDDEN.test(name)) return 'holds a character that not every system allows'
  if (/[. ]$/.test(name)) return 'ends in a dot or a space'
  if (DEVICES.test(name)) return 'is the name of a device on Windows'
  return null
}
