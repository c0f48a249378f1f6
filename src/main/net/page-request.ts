import type { PageProblem } from './page-refused.ts'

export interface PageRequest {
  readonly url: string
  /** For the whole of it: name, connection, redirects, body. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
  /** Looks at the content type before anything is downloaded; a sentence refuses it. */
  refuses(contentType: string | null): string | null
}

export interface Page {
  readonly kind: 'page'
  /** Where it came from in the end. */
  readonly url: string
  /** In lower case, without parameters. */
  readonly contentType: string | null
  readonly bytes: Uint8Array
  /** Well-formed, whatever it was written in. */
  text(): string
}

export type PageAnswer = Page | { readonly kind: 'refused'; readonly code: PageProblem; readonly message: string }
export type FetchPage = (request: PageRequest) => Promise<PageAnswer>
