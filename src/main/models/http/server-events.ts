export interface ServerEvent {
  readonly event: string
  readonly data: string
}

/** Bytes of one line (B139) and of one whole answer. */
export const MAX_LINE = 8_000_000
export const MAX_ANSWER = 64_000_000

/**
 * Server-sent events from bytes cut anywhere: inside a UTF-8 sequence, between CR and LF, inside a line; lines end with
 * LF, CR LF or CR. `tooLarge` makes the error for a line without end.
 */
export class ServerEventReader {
  readonly #decoder = new TextDecoder()
  readonly #tooLarge: () => Error
  #rest: string[] = []
  #restLength = 0
  #endedWithCr = false
  #event = ''
  #data: string[] = []

  constructor(tooLarge: () => Error) {
    this.#tooLarge = tooLarge
  }

  /** The events that are whole with these bytes. */
  push(bytes: Uint8Array): ServerEvent[] {
    let text = this.#decoder.decode(bytes, { stream: true })
    if (text === '') return []
    if (this.#endedWithCr && text.startsWith('\n')) text = text.slice(1)
    this.#endedWithCr = text.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    const last = lines.pop() ?? ''
    const events: ServerEvent[] = []
    for (const line of lines) this.#line(this.#whole(line), events)
    this.#rest.push(last)
    this.#restLength += last.length
    if (this.#restLength > MAX_LINE) throw this.#tooLarge()
    return events
  }

  /** A last event without its blank line still counts: some servers just close. */
  end(): ServerEvent[] {
    const events: ServerEvent[] = []
    const last = this.#whole(this.#decoder.decode())
    if (last !== '') this.#line(last, events)
    this.#dispatch(events)
    return events
  }

  #whole(end: string): string {
    const line = this.#rest.length > 0 ? this.#rest.join('') + end : end
    this.#rest = []
    this.#restLength = 0
    return line
  }

  #line(line: string, events: ServerEvent[]): void {
    if (line === '') {
      this.#dispatch(events)
      return
    }
    if (line.startsWith(':')) return
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#event = value
    else if (field === 'error') {
      // No field of the standard: older llama.cpp servers say their errors so.
      this.#event = 'error'
      this.#data.push(value)
    }
  }

  #dispatch(events: ServerEvent[]): void {
    if (this.#data.length > 0) events.push({ event: this.#event, data: this.#data.join('\n') })
    this.#event = ''
    this.#data = []
  }
}
