/** What a scripted model answers to one request. */
export interface ScriptedTurn {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly ScriptedCall[]
  /** The API's own word; by default `stop`/`tool_calls`, `end_turn`/`tool_use`. */
  readonly stop?: string
  readonly usage?: { readonly input: number; readonly output: number; readonly cacheWrite?: number }
  /** Answer as one JSON document although a stream was asked for. */
  readonly whole?: boolean
  /** Sent instead of everything above, byte for byte. */
  readonly raw?: { readonly contentType: string; readonly body: string | Uint8Array }
  readonly fault?: Fault
  /** Between two events. */
  readonly delayMs?: number
  /** Characters in one event; a few by default, as models write. */
  readonly pieceSize?: number
}

export interface ScriptedCall {
  /** Chosen by the server when absent. */
  readonly id?: string
  /** As the request names it. */
  readonly name: string
  /** An object, or text that is sent as it is. */
  readonly arguments: unknown
}

export type Fault =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly body?: string
      readonly headers?: Record<string, string>
    }
  /** The connection breaks after that many events. */
  | { readonly kind: 'cut'; readonly after: number }
  /** Nothing more comes after that many events, and the connection stays open. */
  | { readonly kind: 'stall'; readonly after: number }
  /** Not even headers come. */
  | { readonly kind: 'hang' }
  /** A login page with status 200. */
  | { readonly kind: 'html' }

/** One turn after the other, or a turn for each request as it comes. */
export type Script<Body> =
  | readonly ScriptedTurn[]
  | ((body: Body, request: number) => ScriptedTurn | Promise<ScriptedTurn>)

export interface RecordedRequest<Body> {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Body
}

export interface ModelServer<Body> {
  /** What a configuration names as its base URL. */
  readonly baseUrl: string
  readonly origin: string
  /** The requests for an answer, oldest first. */
  readonly requests: readonly RecordedRequest<Body>[]
  /** Every path asked for, with its method. */
  readonly paths: readonly string[]
  close(): Promise<void>
}

export interface ServerOptions {
  /** What GET /models lists. */
  readonly models?: readonly string[]
  /** Any other key is refused with 401. */
  readonly apiKey?: string
  /** 0 takes a free one. */
  readonly port?: number
}

/** `text` in pieces of a few characters, as models write. Never splits a surrogate pair. */
export function pieces(text: string, size = 4): string[] {
  const found: string[] = []
  for (let at = 0; at < text.length; ) {
    const splits = /[\ud800-\udbff]/.test(text[at + size - 1] ?? '')
    const end = at + size + (splits ? 1 : 0)
    found.push(text.slice(at, end))
    at = end
  }
  return found
}

export function argumentsText(call: ScriptedCall): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments)
}
