import { wellFormedText } from '../text/well-formed.ts'

const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** How far into a document it may say what it is written in. */
const HEAD = 2_048

/**
 * The text of an answer. Its byte order mark counts first, then what the header says, then what the document says of
 * itself; without any it is UTF-8. What is damaged shows as U+FFFD; Latin-1 that claims to be UTF-8 is salvaged.
 */
export function decodeText(bytes: Uint8Array, label: string | null): string {
  const encoding = marked(bytes) ?? known(label) ?? known(declared(bytes)) ?? 'utf-8'
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes).toWellFormed()
  return wellFormedText(bytes, { mark: '\ufffd' }).replace(/^\ufeff/, '')
}

function marked(bytes: Uint8Array): string | null {
  return MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0] ?? null
}

/** The name this runtime has for it; null when it knows none. */
function known(label: string | null): string | null {
  try {
    return label === null ? null : new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** From `<meta charset>`, `<meta http-equiv>` or an XML declaration. They are ASCII, so UTF-16 cannot be meant. */
function declared(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1')
  const [, label] =
    /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head) ??
    /<meta\b[^>]*?\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(head) ??
    []
  return label === undefined || /^utf-?16/i.test(label) ? null : label
}
