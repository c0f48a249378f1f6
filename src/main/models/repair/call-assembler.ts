import { isJson, ObjectEnd } from './split-objects.ts'

/** Calls of one answer. The runtime answers far fewer; more are no answer but a server, or a model, that does not end. */
export const MAX_CALLS = 1_000

/** A piece of a call as an OpenAI-shaped stream brings it. Empty text means: not given. */
export interface CallPiece {
  readonly index: number | null
  readonly id: string
  readonly name: string
  readonly arguments: string
  /** Opaque data to replay (Gemini's thought signatures). */
  readonly extra: unknown
}

export interface AssembledCall {
  /** The place of the call in the turn. */
  readonly position: number
  id: string
  name: string
  arguments: string
  /** Of its arguments. */
  readonly end: ObjectEnd
  extra: unknown
}

/**
 * Puts the pieces of a turn's calls together. Servers disagree on what names a call: it is routed by id, then by index,
 * then to the call that was written last; a piece that begins anew where a finished call stands is a new call.
 */
export class CallAssembler {
  readonly calls: AssembledCall[] = []
  readonly #toolNames: ReadonlySet<string>
  readonly #byIndex = new Map<number, AssembledCall>()
  /** The latest of each id. */
  readonly #byId = new Map<string, AssembledCall>()
  #current: AssembledCall | undefined

  constructor(toolNames: ReadonlySet<string>) {
    this.#toolNames = toolNames
  }

  /** The call the piece belongs to, or null when nobody can know (B136). */
  add(piece: CallPiece): AssembledCall | null {
    const candidate = this.#candidate(piece)
    const call = candidate && !this.#beginsAnew(candidate, piece) ? this.#extend(candidate, piece) : this.#begin(piece)
    if (!call) return null
    if (piece.index !== null) this.#byIndex.set(piece.index, call)
    this.#current = call
    return call
  }

  #candidate(piece: CallPiece): AssembledCall | undefined {
    const atIndex = piece.index === null ? undefined : this.#byIndex.get(piece.index)
    if (piece.id !== '') {
      if (atIndex?.id === piece.id) return atIndex
      const withId = this.#byId.get(piece.id)
      // Ids repeat over parallel calls as well: a named piece at an index of its own is another call.
      if (withId)
        return piece.name !== '' && piece.index !== null && !atIndex && withId.name !== '' ? undefined : withId
    }
    if (atIndex) return atIndex
    if (piece.name === '') return this.#current
    return piece.index === null && piece.id === '' ? this.#current : undefined
  }

  #beginsAnew(call: AssembledCall, piece: CallPiece): boolean {
    // Long arguments come in many pieces, and not with each of them can all be looked at.
    const isFinished = () => call.end.state === 'whole' && isJson(call.arguments)
    if (piece.name === '') {
      // A whole new object after a whole object, under another id. White space may follow any object.
      return differs(piece.id, call.id) && piece.arguments.trim() !== '' && isFinished()
    }
    if (call.arguments !== '') {
      if (piece.name !== call.name) return true
      if (piece.id !== '' && call.id !== '' && piece.id !== call.id) return true
      return /^\s*\{/.test(piece.arguments) && isFinished()
    }
    if (call.name === '' || piece.name === call.name) return differs(piece.id, call.id) && call.name !== ''
    if (differs(piece.id, call.id)) return true
    // The name so far is a tool, and the longer one is none: two calls without arguments, not one name in two pieces.
    return this.#toolNames.has(call.name) && !this.#toolNames.has(call.name + piece.name)
  }

  #extend(call: AssembledCall, piece: CallPiece): AssembledCall {
    if (call.id === '') this.#name(call, piece.id)
    if (piece.name !== '' && call.arguments === '' && piece.name !== call.name) call.name += piece.name
    call.arguments += piece.arguments
    call.end.push(piece.arguments)
    call.extra ??= piece.extra
    return call
  }

  #begin(piece: CallPiece): AssembledCall | null {
    if (piece.name === '' && piece.id === '' && piece.index === null) return null
    const { id, name, extra } = piece
    const end = new ObjectEnd()
    end.push(piece.arguments)
    const call: AssembledCall = { position: this.calls.length, id, name, arguments: piece.arguments, end, extra }
    this.calls.push(call)
    this.#name(call, id)
    return call
  }

  #name(call: AssembledCall, id: string): void {
    call.id = id
    if (id !== '') this.#byId.set(id, call)
  }
}

function differs(a: string, b: string): boolean {
  return a !== '' && b !== '' && a !== b
}
