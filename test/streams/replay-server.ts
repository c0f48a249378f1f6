import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A response to replay, and how its bytes are to arrive. */
export interface Replay {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
  /** Bytes in one write; everything at once when absent. */
  readonly pieceSize?: number
  /** The connection breaks after that many bytes. */
  readonly dropAfter?: number
}

export interface ReplayServer {
  readonly origin: string
  /** What the next requests get. */
  next: Replay
  close(): Promise<void>
}

/** Answers every request with the same recorded bytes. */
export async function startReplayServer(first: Replay): Promise<ReplayServer> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => void send(replay.next, response))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const replay: ReplayServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next: first,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return replay
}

async function send(
  { status, contentType, body, pieceSize, dropAfter }: Replay,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(status, { 'content-type': contentType })
  const end = dropAfter ?? body.length
  const size = pieceSize ?? Math.max(1, body.length)
  response.socket?.setNoDelay(true)
  for (let at = 0; at < end; at += size) {
    response.write(body.subarray(at, Math.min(at + size, end)))
    if (pieceSize) await new Promise(resolve => setImmediate(resolve))
  }
  if (dropAfter === undefined) response.end()
  // Let what was written arrive before the connection breaks.
  else setTimeout(() => response.destroy(), 5)
}
