import { STATUS_CODES } from 'node:http'
import { decodeText } from './decode-text.ts'
import { type PageProblem, PageRefused } from './page-refused.ts'
import type { Page, PageRequest } from './page-request.ts'

/** Answers that have nothing to read by their meaning; nobody asked for a part. */
const WITHOUT_BODY: ReadonlyMap<number, string> = new Map([
  [204, 'has nothing to show there (204)'],
  [205, 'has nothing to show there (205)'],
  [206, 'sent only a part that nobody asked for (206)'],
  [304, 'says that nothing changed (304), though nothing was known before'],
])

/** An answer that is no redirect, downloaded when it is worth it. */
export async function pageOfResponse(response: Response, url: URL, request: PageRequest): Promise<Page> {
  const [contentType, label] = typeOf(response.headers.get('content-type'))
  const why = refusal(response, url, contentType, request)
  if (why) {
    await response.body?.cancel()
    throw why
  }
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length === 0)
    throw new PageRefused('URL_EMPTY', `${url.host} answered ${response.status} with nothing in it.`)
  let text: string | undefined
  return { kind: 'page', url: url.href, contentType, bytes, text: () => (text ??= decodeText(bytes, label)) }
}

function refusal(response: Response, url: URL, type: string | null, request: PageRequest): PageRefused | null {
  const { status, headers } = response
  const refuse = (code: PageProblem, sentence: string) => new PageRefused(code, sentence)
  if (status >= 400)
    return refuse('URL_STATUS', `${url.host} answered ${status}${meaningOf(status)}. Try another address.`)
  const without = WITHOUT_BODY.get(status)
  if (without) return refuse('URL_EMPTY', `${url.host} ${without}.`)
  const unwanted = request.refuses(type)
  if (unwanted !== null) return refuse('URL_CONTENT_TYPE', unwanted)
  if (Number(headers.get('content-length') ?? 0) > request.maxBytes)
    return refuse('URL_TOO_LARGE', `The answer of ${url.host} is larger than ${request.maxBytes / 1_000_000} MB.`)
  return null
}

/** What the number means, not what the server writes beside it: that would be its own words in our sentence. */
function meaningOf(status: number): string {
  const text = STATUS_CODES[status]
  return text === undefined ? '' : ` ${text}`
}

/** As long as the names of types may be. */
const LONGEST_TYPE = 255

/** `Text/HTML; charset="utf-8"` as type and label. What is no type says nothing. */
function typeOf(header: string | null): [type: string | null, label: string | null] {
  if (header === null) return [null, null]
  const type = header.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const label = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(header)?.[1] ?? null
  return [type.length <= LONGEST_TYPE && /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : null, label]
}
