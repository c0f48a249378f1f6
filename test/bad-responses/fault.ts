import type { ScriptedTurn } from '../model-servers/script.ts'

/** A change at one level of a correct answer; everything around it stays correct. */
export interface Fault {
  readonly what: string
  /** Another thing is said, in the right form. */
  readonly turn?: (correct: ScriptedTurn) => ScriptedTurn
  /** The events of the stream, or the one document, take another form. */
  readonly form?: (values: readonly unknown[]) => unknown[]
  /** The bytes, as text, are others. */
  readonly body?: (body: string) => string | Uint8Array
  /** The HTTP answer around the body is another. */
  readonly http?: Http
  /** So much that other chats would have to wait. */
  readonly large?: boolean
  readonly due: Due
}

export interface Http {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes in one write. */
  readonly pieceSize?: number
  /** The connection breaks after this share of the body. */
  readonly dropAt?: number
  /** After this share nothing more comes, and the connection stays open. */
  readonly stallAt?: number
}

/**
 * What comes of it. `ran`: read as if nothing were wrong. `said`: the text, without a call. `asked`: a call that waits for
 * a person. A code: the call was refused with it, or the task failed with it. With two words: of a stream, of a document.
 */
export type Due = string | { readonly stream: string; readonly whole: string }

export const TEXT = 'Let me look. 🦊'

/** Says something, thinks, and calls a tool. */
export const CORRECT: ScriptedTurn = {
  text: TEXT,
  reasoning: 'A word to look up.',
  calls: [{ id: 'call_correct', name: 'lookup', arguments: { word: 'x' } }],
}

/** Every value under this key, at any depth; undefined takes the key away. */
export function each(key: string, change: (value: unknown) => unknown): NonNullable<Fault['form']> {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const changed = name === key ? change(inner) : walk(inner)
        return changed === undefined ? [] : [[name, changed]]
      }),
    )
  }
  return values => values.map(walk)
}

export const become = (key: string, value: unknown) => each(key, () => value)
export const without = (key: string) => each(key, () => undefined)
