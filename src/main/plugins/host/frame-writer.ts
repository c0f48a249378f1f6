import { encodeFrame } from './frames.ts'
import { type HostFrame, PART_CHARACTERS } from './protocol.ts'

const { stringify } = JSON

/**
 * Writes frames to the process's real standard output, one after the other, and waits when the reader is behind. A long
 * frame goes as parts, so that no single one is large.
 */
export class FrameWriter {
  readonly #write: (bytes: Buffer) => boolean
  readonly #stream: NodeJS.WriteStream
  #queue: Buffer[] = []
  #waiting = false

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
    this.#write = stream.write.bind(stream) as (bytes: Buffer) => boolean
  }

  send(frame: HostFrame): void {
    this.sendJson('id' in frame ? frame.id : 0, stringify(frame))
  }

  /** For a frame whose JSON is at hand already. */
  sendJson(id: number, json: string): void {
    if (json.length <= PART_CHARACTERS) this.#enqueue(json)
    else this.#sendParts(id, json)
  }

  #sendParts(id: number, json: string): void {
    for (let at = 0; at < json.length; at += PART_CHARACTERS) {
      const text = json.slice(at, at + PART_CHARACTERS)
      this.#enqueue(
        stringify({ type: 'part', id, text, last: at + PART_CHARACTERS >= json.length } satisfies HostFrame),
      )
    }
  }

  #enqueue(json: string): void {
    this.#queue.push(encodeFrame(json))
    if (!this.#waiting) this.#flush()
  }

  #flush(): void {
    for (let frame = this.#queue.shift(); frame; frame = this.#queue.shift()) {
      if (this.#write(frame)) continue
      this.#waiting = true
      this.#stream.once('drain', () => {
        this.#waiting = false
        this.#flush()
      })
      return
    }
  }
}
