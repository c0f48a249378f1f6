import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer as createRawServer, type Server, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { AgentTimes } from '../guarded-fetch/guarded-agent.ts'
import { pageFetcher } from '../page-fetcher.ts'
import type { FetchPage, PageAnswer, PageRequest } from '../page-request.ts'

/** Stands for every public host: the connection to it goes to the server of the test. */
export const PUBLIC = '93.184.215.14'

export interface PublicWebOptions {
  /** Where names lead; a public address when left out. */
  readonly resolve?: (host: string) => Promise<readonly string[]>
  readonly times?: AgentTimes
  readonly userAgent?: string
  readonly named?: (port: number) => readonly string[]
}

export interface PublicWeb {
  readonly port: number
  /** What reached the server. */
  readonly hits: string[]
  /** Addresses a connection was made to: none may be private. */
  readonly connections: string[]
  readonly fetchPage: FetchPage
  /** With usual limits. */
  read(url: string, change?: Partial<PageRequest>): Promise<PageAnswer>
}

/**
 * The real fetcher and its guard against a real server on 127.0.0.1. Only the last wire is exchanged: connections to
 * the public address end at the server; any other would really be made.
 */
export function publicWeb(listener: RequestListener, options: PublicWebOptions = {}): Promise<PublicWeb> {
  const hits: string[] = []
  return webOf(httpServer(listener, hits), hits, options)
}

/** The same with a server whose answers may be no HTTP: called when a request has arrived. */
export function rawWeb(answer: (socket: Socket) => void, options: PublicWebOptions = {}): Promise<PublicWeb> {
  const hits: string[] = []
  return webOf(rawServer(answer, hits), hits, options)
}

async function webOf(listening: Server, hits: string[], options: PublicWebOptions): Promise<PublicWeb> {
  const connections: string[] = []
  const port = await listen(listening)
  const fetchPage = pageFetcher({
    userAgent: options.userAgent ?? 'SporaTest/1',
    named: () => options.named?.(port) ?? [],
    ports: ['80', '443', '8080', '8443', String(port)],
    agent: {
      resolve: options.resolve ?? (async () => [PUBLIC]),
      ...(options.times ? { times: options.times } : {}),
      connect: (target, callback) => {
        connections.push(target.hostname)
        const isPublic = target.hostname === PUBLIC || PUBLIC_TEST.has(target.hostname)
        const socket = connect({
          host: isPublic ? '127.0.0.1' : target.hostname,
          port: isPublic ? port : Number(target.port) || 80,
        })
        socket.once('connect', () => callback(null, socket))
        socket.once('error', error => callback(error, null))
      },
    },
  })
  return {
    port,
    hits,
    connections,
    fetchPage,
    read: (url, change) =>
      fetchPage({ url, timeoutMs: 5_000, maxBytes: 1_000_000, signal: undefined, refuses: () => null, ...change }),
  }
}

/** Further addresses that end at the server. */
export const PUBLIC_TEST = new Set<string>()

function httpServer(listener: RequestListener, hits: string[]): Server {
  return createServer({ maxHeaderSize: 100_000 }, (request, response) => {
    hits.push(request.url ?? '')
    listener(request, response)
  })
}

function rawServer(answer: (socket: Socket) => void, hits: string[]): Server {
  return createRawServer(socket => {
    socket.on('error', () => {})
    socket.once('data', data => {
      hits.push(String(data).split('\r\n', 1)[0] ?? '')
      answer(socket)
    })
  })
}

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>(resolve => server.close(() => resolve()))
  })
  return (server.address() as AddressInfo).port
}
