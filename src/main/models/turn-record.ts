/** A turn in the order it was written, as far as it must be replayed exactly. */
export type TurnBlock =
  | { readonly kind: 'reasoning'; text: string; signature: string | null; readonly redacted: string | null }
  | { readonly kind: 'text'; length: number }
  | { readonly kind: 'call'; readonly index: number; readonly thoughtSignature: string | null }

export interface TurnRecord {
  readonly blocks: readonly TurnBlock[]
  /** False when a secret had to be taken out: a signature over it would not hold. */
  readonly exact: boolean
}
