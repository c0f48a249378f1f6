import type { JsonSchema } from '@spora/sdk'

export type Compiled =
  /** null: the API wants nothing where a tool takes no arguments. */
  { readonly ok: true; readonly schema: JsonSchema | null } | { readonly ok: false; readonly reason: string }

/** Turns a canonical schema into one that an API accepts, or says why that cannot be (W3, W4). Pure. */
export type DialectCompiler = (schema: JsonSchema) => Compiled

export interface Dialect {
  /** For people: a short name, and whom it is for. */
  readonly label: string
  readonly compile: DialectCompiler
  /** Longer descriptions of a function are refused with the whole request; the rest stands in its parameters' description. */
  readonly longestDescription?: number
  /** The request says `strict: true` beside each function. */
  readonly strict?: boolean
}
