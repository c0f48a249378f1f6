import type { DialectName } from '../tools/dialects/compile-for-dialect.ts'
import type { WireTool } from '../tools/tool-definitions.ts'
import type { Prices } from './prices.ts'

export type { WireTool } from '../tools/tool-definitions.ts'

export interface ModelImage {
  readonly mimeType: string
  readonly base64: string
}

/** The conversation as every driver takes it. Call ids are wire ids, unique in the request. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant'
      readonly text: string
      readonly reasoning: string
      readonly calls: readonly { readonly callId: string; readonly wireName: string; readonly argumentsText: string }[]
      /** What this driver gave with the turn (signatures, reasoning); null for another provider's turn. */
      readonly providerData: unknown
    }
  | {
      readonly role: 'tool'
      readonly callId: string
      readonly wireName: string
      readonly content: string
      readonly isError: boolean
      /** Pictures that came with the result; only for a driver that sees. */
      readonly images?: readonly ModelImage[]
    }

export interface ModelRequest {
  readonly system: string
  readonly messages: readonly ModelMessage[]
  readonly tools: readonly WireTool[]
  readonly signal: AbortSignal
}

export interface ModelUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly reasoningTokens: number
  readonly cachedTokens: number
  /** Of the input: what the endpoint keeps for the next request, and asks more for. */
  readonly cacheWriteTokens: number
}

/** stop: it finished. calls: it wants tools. length, filter, refusal: cut off, and not a success (T4). */
export type StopReason = 'stop' | 'calls' | 'length' | 'filter' | 'refusal' | 'unknown'

/** A turn, as it arrives. Exactly one `finish`, last. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** The model began to write a call; the whole of it comes as `call`. */
  | { readonly type: 'call.started'; readonly index: number; readonly wireName: string }
  | {
      readonly type: 'call'
      readonly index: number
      /** The provider's id, as it came; may be empty. */
      readonly providerCallId: string
      readonly wireName: string
      /** Exactly as written; '' when there were none. */
      readonly argumentsText: string
    }
  | {
      readonly type: 'finish'
      readonly stopReason: StopReason
      readonly usage: ModelUsage
      readonly providerData: unknown
    }

/** Streams one turn. Throws ModelError and nothing else. */
export interface ModelDriver {
  /** The key under which provider data may be replayed: driver and origin. */
  readonly provider: string
  /** What its API accepts as the schema of a tool (W3). */
  readonly dialect: DialectName
  /** The model can be shown pictures. */
  readonly seesImages?: boolean
  /** What its tokens cost; null or absent when the operator has not said. */
  readonly prices?: Prices | null
  stream(request: ModelRequest): AsyncIterable<ModelEvent>
}
