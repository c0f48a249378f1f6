import { extractText, getDocumentProxy } from 'unpdf'

/** The text of a PDF, page by page. A PDF of pictures has none. */
export async function pdfToText(bytes: Uint8Array): Promise<string> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 })
  const { totalPages, text } = await extractText(document, { mergePages: false })
  const pages = text.map(page => page.replace(/[ \t]+\n/g, '\n').trim())
  if (pages.every(page => page === '')) return ''
  return pages.map((page, index) => `## Page ${index + 1} of ${totalPages}\n\n${page}`).join('\n\n')
}
