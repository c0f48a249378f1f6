/** One recorded answer of the reference system (test/vectors/README.md). */
export interface Vector {
  readonly name: string
  readonly input: unknown
  readonly output: unknown
  readonly source: string
  /** The reference looks wrong here: the numbered rules decide. */
  readonly suspect?: unknown
  /** Why a JavaScript program may answer differently: php-only, integer-like-key, big-integer, … */
  readonly hazard?: unknown
}

export type Verdict =
  | { readonly kind: 'matched' }
  /** Ours differs, and code that knows this rule (S3, C6, W6, …) says that it must differ exactly like this. */
  | { readonly kind: 'deviates'; readonly rule: string }
  /** Not comparable, with the reason in a few words (`php-only: …`). */
  | { readonly kind: 'skipped'; readonly reason: string }
  | { readonly kind: 'unexplained'; readonly detail: string }

/**
 * Runs one vector of one file. May throw: that counts as unexplained. It decides from the input and the two outputs,
 * never from the vector's name, so that other cases of the same format run the same way.
 */
export type VectorRunner = (vector: Vector) => Verdict | Promise<Verdict>

export const matched: Verdict = { kind: 'matched' }
export const deviates = (rule: string): Verdict => ({ kind: 'deviates', rule })
export const skipped = (reason: string): Verdict => ({ kind: 'skipped', reason })
export const unexplained = (detail: string): Verdict => ({ kind: 'unexplained', detail })

/** Matched when both are the same JSON, key order and all; else unexplained with both sides, shortened. */
export function compareJson(ours: unknown, theirs: unknown): Verdict {
  const [a, b] = [JSON.stringify(ours), JSON.stringify(theirs)]
  return a === b ? matched : unexplained(`ours ${shorten(a)}, theirs ${shorten(b)}`)
}

function shorten(text: string | undefined): string {
  const shown = text ?? 'undefined'
  return shown.length > 400 ? `${shown.slice(0, 400)}…` : shown
}
