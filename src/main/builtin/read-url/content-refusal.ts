import { contentKind } from './content-kind.ts'

/** Why an answer of this type is not downloaded as a page; null: it is. */
export function pageRefusal(type: string | null): string | null {
  const kind = contentKind(type)
  return kind === 'pdf' || kind === 'other' ? refusal(kind, type) : null
}

export function refusal(kind: 'pdf' | 'other', type: string | null): string {
  if (kind === 'pdf') return 'This is a PDF. Use op fetch_pdf to read it.'
  return `This is no text${named(type)}, so it cannot be read. Look for a page about it.`
}

/** Servers send PDFs as plain data too: only what is surely something else is not downloaded. */
export function pdfRefusal(type: string | null): string | null {
  if (type === 'application/octet-stream' || type === 'application/force-download') return null
  const kind = contentKind(type)
  return kind === 'pdf' || kind === 'unknown' ? null : noPdf(type)
}

export function noPdf(type: string | null): string {
  const kind = contentKind(type)
  const readable = kind !== 'other' && kind !== 'pdf'
  return `This is no PDF${named(type)}.${readable ? ' Use op fetch to read it.' : ''}`
}

const LONGEST_NAME = 80

/** The server's own word, so it is none when it is longer than types are. */
function named(type: string | null): string {
  return type === null || type.length > LONGEST_NAME ? '' : ` (${type})`
}
