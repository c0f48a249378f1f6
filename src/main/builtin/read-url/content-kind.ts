/** What can be done with an answer. `unknown`: its server does not say, so its bytes decide. */
export type ContentKind = 'html' | 'json' | 'xml' | 'text' | 'pdf' | 'unknown' | 'other'

const TEXTS = new Set([
  'application/javascript',
  'application/x-javascript',
  'application/ecmascript',
  'application/yaml',
  'application/x-yaml',
  'application/toml',
  'application/sql',
  'application/x-sh',
  'application/rtf',
])

export function contentKind(type: string | null): ContentKind {
  if (type === null) return 'unknown'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf'
  if (/^(image|audio|video|font)\//.test(type)) return 'other'
  if (/[/+]json$/.test(type) || /^application\/(x-)?(ndjson|jsonl|json-seq)$/.test(type)) return 'json'
  if (/[/+]xml$/.test(type)) return 'xml'
  return type.startsWith('text/') || TEXTS.has(type) ? 'text' : 'other'
}

const HEAD = 1_024

/** By its first bytes, for a server that does not say. */
export function sniffedKind(bytes: Uint8Array): Exclude<ContentKind, 'unknown' | 'json'> {
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1')
  if (head.includes('%PDF-')) return 'pdf'
  if (isUtf16(bytes)) return 'text'
  if (bytes.subarray(0, HEAD).some(isBinary)) return 'other'
  if (/^(?:ï»¿)?\s*<(?:!doctype html|html|head|body|!--|div|p|h1|title|meta|script|style)\b/i.test(head)) return 'html'
  return /^(?:ï»¿)?\s*<\?xml/i.test(head) ? 'xml' : 'text'
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
}

/** Whether decoded text is text: control characters make it something else. */
export function isText(text: string): boolean {
  return !Array.from({ length: Math.min(text.length, HEAD) }, (_, index) => text.charCodeAt(index)).some(isBinary)
}

function isBinary(byte: number): boolean {
  return byte < 0x08 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b)
}
