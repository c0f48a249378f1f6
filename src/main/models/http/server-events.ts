export interface ServerEvent {
  readonly event: string
  readonly data: string
}

/** Bytes of one line (B139) and of one whole answer. */
export const MAX_LINE = 8_000_000
export const MAX_ANSWER = 64_000_000

/**
 * Server-sent events from bytes cut anywhere: inside a UTF-8 sequence, between CR and LF, inside a line. A last event
 * without its blank line still counts: some servers just close. `tooLarge` makes the error for a line without end.
 */
export async function* readServerEvents(
  bytes: AsyncIterable<Uint8Array>,
  tooLarge: () => Error,
): AsyncGenerator<ServerEvent> {
  const parser = new EventParser()
  for await (const line of readLines(bytes, tooLarge)) {
    const event = parser.line(line)
    if (event) yield event
  }
  const last = parser.line('')
  if (last) yield last
}

class EventParser {
  #event = ''
  #data: string[] = []

  line(line: string): ServerEvent | null {
    if (line === '') return this.#dispatch()
    if (line.startsWith(':')) return null
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1))
    if (field === 'data') this.#data.push(value)
    else if (field === 'event') this.#event = value
    return null
  }

  #dispatch(): ServerEvent | null {
    const event = { event: this.#event, data: this.#data.join('\n') }
    const any = this.#data.length > 0
    this.#event = ''
    this.#data = []
    return any ? event : null
  }
}

/** Lines ended by LF, CR LF or CR. */
async function* readLines(bytes: AsyncIterable<Uint8Array>, tooLarge: () => Error): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest: string[] = []
  let restLength = 0
  let endedWithCr = false
  for await (const chunk of bytes) {
    let text = decoder.decode(chunk, { stream: true })
    if (text === '') continue
    if (endedWithCr && text.startsWith('\n')) text = text.slice(1)
    endedWithCr = text === '' ? false : text.endsWith('\r')
    const lines = text.split(/\r\n|\n|\r/)
    const last = lines.pop() ?? ''
    for (const line of lines) {
      yield rest.length > 0 ? rest.join('') + line : line
      rest = []
      restLength = 0
    }
    rest.push(last)
    restLength += last.length
    if (restLength > MAX_LINE) throw tooLarge()
  }
  const last = rest.join('') + decoder.decode()
  if (last !== '') yield last
}
