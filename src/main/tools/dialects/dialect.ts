import type { JsonSchema } from '@spora/sdk'

export type Compiled =
  | { readonly ok: true; readonly schema: JsonSchema }
  | { readonly ok: false; readonly reason: string }

/** Turns a canonical schema into one that an API accepts, or says why that cannot be (W3, W4). Pure. */
export type DialectCompiler = (schema: JsonSchema) => Compiled
