/** What the tool read_url needs from the app. */
export interface ReadUrlServices {
  fetchPage(request: PageRequest): Promise<PageAnswer>
  /** Whether the operator named its host: it is read though it may not be public. */
  isNamed(url: string): boolean
  /** Runs apart from the app: a page may be made to keep a parser busy. */
  convert(
    job: ConvertJob,
    limits: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
  ): Promise<Converted>
}

export interface PageRequest {
  readonly url: string
  /** For the whole of it: name, connection, redirects, body. */
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly signal: AbortSignal | undefined
  /** Looks at the content type before anything is downloaded; a sentence refuses it. */
  refuses(contentType: string | null): string | null
}

export type PageAnswer =
  | {
      readonly kind: 'page'
      /** Where it came from in the end. */
      readonly url: string
      /** In lower case, without parameters. */
      readonly contentType: string | null
      readonly bytes: Uint8Array
      /** Well-formed, whatever it was written in. */
      text(): string
    }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

export type ConvertJob =
  | { readonly kind: 'html'; readonly html: string; readonly url: string }
  | { readonly kind: 'pdf'; readonly bytes: Uint8Array }

export type Converted =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string }
