/** A frame is four bytes of length (big endian) and that many bytes of UTF-8 JSON. */
export function encodeFrame(json: string): Buffer {
  const body = Buffer.from(json)
  const frame = Buffer.allocUnsafe(4 + body.length)
  frame.writeUInt32BE(body.length)
  body.copy(frame, 4)
  return frame
}

export class FrameError extends Error {}

/** Cuts a stream of bytes into frames. Throws a FrameError for what cannot be one; then the stream is of no more use. */
export class FrameReader {
  #pieces: Buffer[] = []
  #buffered = 0
  #wanted = 4
  #body = false

  constructor(readonly maxFrame: number) {}

  push(chunk: Buffer): unknown[] {
    this.#pieces.push(chunk)
    this.#buffered += chunk.length
    const frames: unknown[] = []
    while (this.#buffered >= this.#wanted) {
      const bytes = this.#take(this.#wanted)
      if (this.#body) {
        frames.push(parse(bytes))
        this.#wanted = 4
      } else {
        this.#wanted = bytes.readUInt32BE()
        if (this.#wanted === 0 || this.#wanted > this.maxFrame)
          throw new FrameError(`a frame of ${this.#wanted} bytes (at most ${this.maxFrame} are allowed)`)
      }
      this.#body = !this.#body
    }
    return frames
  }

  #take(size: number): Buffer {
    const all = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces)
    this.#pieces = all.length > size ? [all.subarray(size)] : []
    this.#buffered -= size
    return all.subarray(0, size)
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new FrameError('a frame that is not JSON')
  }
}
