/** One JSON value of an answer, as the endpoint sent it. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/**
 * Rewrites what an endpoint sends into the exact shape its API documents, so that the parser behind it never has to
 * guess: ids unique, names whole, arguments in one piece, numbers that are numbers, nothing unknown. Throws ModelError.
 */
export interface AnswerRepair {
  /** One event of a stream. */
  accept(event: JsonObject): JsonObject[]
  /** A whole answer, sent instead of a stream. */
  acceptWhole(answer: JsonObject): JsonObject[]
  /** The stream's own end mark was read. */
  done(): void
  /** The endpoint said that the answer is complete: nothing after it counts. */
  readonly complete: boolean
  /** It is known how the answer ends; what may still come is numbers. */
  readonly settled: boolean
  /** The connection ended; throws LLM_STREAM when the answer had not. */
  finish(): JsonObject[]
  /** The endpoint's own id of the call that the repaired answer names `call_N`; '' when it gave none. */
  providerCallId(repairedId: string): string
  /** Repaired events that follow each other, said in as few as its API allows. */
  merged(events: readonly JsonObject[]): JsonObject[]
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** Arguments as text: what is no text is written out, so that it is refused for what it is and not taken for nothing. */
export function argumentsOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

/** An id as text; '' when there is none. */
export function idOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** The number of a choice, a block or a call, also where a server writes it as text. */
export function indexOf(value: Json | undefined): number | null {
  if (typeof value === 'string') return /^\d+$/.test(value) ? Number(value) : null
  return typeof value === 'number' ? value : null
}

/** Negative, fractional, absurd or textual token counts do not count (B140). */
export function countOf(value: Json | undefined): number {
  return typeof value === 'number' && value >= 0 && value <= 1e12 ? Math.round(value) : 0
}
