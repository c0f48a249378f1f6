import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response to replay, and how its bytes are to arrive. */
export interface Replay {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
  /** Bytes in one write; everything at once when absent. */
  readonly pieceSize?: number
  /** Two writes, cut here. */
  readonly splitAt?: number
  /** The connection breaks after that many bytes. */
  readonly dropAfter?: number
}

export interface ReplayServer {
  readonly origin: string
  /** What the next requests get. */
  next: Replay
  /** The address of an endpoint that gives this, while others give something else. */
  at(replay: Replay): string
  close(): Promise<void>
}

/** Answers every request with the same recorded bytes. */
export async function startReplayServer(first: Replay): Promise<ReplayServer> {
  const own = new Map<string, Replay>()
  const server = createServer((request, response) => {
    const [, path = ''] = (request.url ?? '').split('/')
    request.resume()
    request.on('end', () => void send(own.get(path) ?? replay.next, response))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const replay: ReplayServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: first,
    at(reply) {
      const path = `reply-${own.size}`
      own.set(path, reply)
      return `${replay.origin}/${path}`
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return replay
}

async function send(
  { status, contentType, body, pieceSize, splitAt, dropAfter }: Replay,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(status, { 'content-type': contentType })
  const end = dropAfter ?? body.length
  const size = pieceSize ?? Math.max(1, body.length)
  response.socket?.setNoDelay(true)
  const cuts = splitAt === undefined ? cutEvery(size, end) : [0, splitAt, end]
  for (const [index, at] of cuts.slice(0, -1).entries()) {
    response.write(body.subarray(at, cuts[index + 1]))
    if (cuts.length > 2) await new Promise(resolve => setImmediate(resolve))
  }
  if (dropAfter === undefined) response.end()
  // Let what was written arrive before the connection breaks.
  else setTimeout(() => response.destroy(), 5)
}

function cutEvery(size: number, end: number): number[] {
  return [...Array.from({ length: Math.ceil(end / size) }, (_, piece) => piece * size), end]
}
