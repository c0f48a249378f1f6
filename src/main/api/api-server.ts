import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from './read-body.ts'
import type { ServedFile } from './renderer-files.ts'
import type { Rights } from './rights.ts'

/** What answers under /rpc and /api/v1; false when the path is none of its own. A body was read already: `request.body`. */
export type ApiHandler = (
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
  rights: Rights,
) => Promise<boolean>

export interface ApiServerOptions {
  /** A port on 127.0.0.1 (0: any), or a Unix socket or named pipe that only this account may open. */
  readonly listen: { readonly port: number } | { readonly path: string }
  readonly handler: ApiHandler
  /** Hears of what nobody meant. */
  readonly onError: (error: unknown) => void
  /** The page, for browsers; none on a socket. */
  readonly file?: (pathname: string) => ServedFile | undefined
}

export interface ApiServer {
  /** http://127.0.0.1:PORT, or http://spora on a socket. */
  readonly origin: string
  /** May do everything; goes into the printed address. */
  readonly approveToken: string
  /** May start work and follow it, but not decide: for scripts. */
  readonly runToken: string
  close(): Promise<void>
}

/** The host name in requests over a socket, where there is no port. */
export const SOCKET_ORIGIN = 'http://spora'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const BODY_LIMIT = 1024 * 1024
const LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000, maxHeaderSize: 16_384 }
/** Answers hold what people wrote: no cache keeps them, no browser takes them for a page. */
const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
const JSON_TYPE = /^application\/json\s*(;|$)/i
const NOTHING_HERE = 'There is nothing at this address.'

const digest = (text: string) => createHash('sha256').update(text).digest()
const newToken = () => randomBytes(32).toString('base64url')

/**
 * The same app over HTTP, for programs on this computer. The page's files hold no data and need no token; everything
 * else needs `Authorization: Bearer`. No cookies and no CORS headers, so that another site's page can do nothing here.
 * The gates stand in the order of 7-safety 4.11.
 */
export async function startApiServer({ listen, handler, onError, file }: ApiServerOptions): Promise<ApiServer> {
  const [approveToken, runToken] = [newToken(), newToken()]
  const [approveDigest, runDigest] = [digest(approveToken), digest(runToken)]
  let origin = SOCKET_ORIGIN

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request
    if (!METHODS.has(method)) return refuse(response, 403, 'METHOD', 'This method is not answered here.')
    if (`http://${headers.host}` !== origin) return refuse(response, 403, 'HOST', 'Use the address Spora printed.')
    const site = headers['sec-fetch-site'] ?? 'none'
    if ((headers.origin ?? origin) !== origin || (site !== 'none' && site !== 'same-origin'))
      return refuse(response, 403, 'ORIGIN', 'Requests from other pages are not answered.')

    const path = url.split('?', 1)[0] ?? '/'
    if (!isPlain(path)) return refuse(response, 404, 'NOT_FOUND', NOTHING_HERE)
    if (!path.startsWith('/rpc/') && !path.startsWith('/api/')) return sendFile(response, method, file?.(path))

    const token = digest(/^Bearer ([\w-]{1,128})$/.exec(headers.authorization ?? '')?.[1] ?? '')
    const rights = timingSafeEqual(token, approveDigest) ? 'approve' : timingSafeEqual(token, runDigest) ? 'run' : null
    if (!rights) return refuse(response, 401, 'TOKEN', 'Open the address Spora printed; it carries the token.')
    // Without a stated length a body could only be limited while it arrives: such requests are not taken.
    if (headers['transfer-encoding'] !== undefined) return refuse(response, 411, 'LENGTH', 'State the content length.')
    const length = Number(headers['content-length'] ?? 0)
    const type = headers['content-type']
    if ((length > 0 || type !== undefined) && !JSON_TYPE.test(type ?? ''))
      return refuse(response, 415, 'CONTENT_TYPE', 'Send application/json.')
    if (length > BODY_LIMIT) return refuse(response, 413, 'TOO_LARGE', 'A request may have 1 MB.')
    if (length > 0) {
      const body = await readBody(request, BODY_LIMIT)
      if ('problem' in body) return refuse(response, 400, 'JSON', body.problem)
      Object.assign(request, { body: body.value })
    }
    for (const [name, value] of Object.entries(ANSWER_HEADERS)) response.setHeader(name, value)
    if (!(await handler(request, response, rights))) refuse(response, 404, 'NOT_FOUND', NOTHING_HERE)
  }

  const server = createServer({ ...LIMITS, insecureHTTPParser: false }, (request, response) => {
    answer(request, response).catch(error => {
      if (request.destroyed && !request.complete) return // the client went away in the middle
      onError(error)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'INTERNAL', 'Something went wrong inside Spora.')
    })
  })
  server.maxConnections = 64
  server.on('upgrade', (_request, socket) => socket.destroy())
  await listening(server, listen)
  server.on('error', onError) // a connection that could not be taken must not end the app
  if ('port' in listen) origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    approveToken,
    runToken,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Whether a path is what it says. Dot segments, backslashes, fragments and the like would be read differently further in. */
function isPlain(path: string): boolean {
  return URL.canParse(path, SOCKET_ORIGIN) && new URL(path, SOCKET_ORIGIN).pathname === path
}

/** In the words of whoever asks: the REST envelope, or what the window's client takes for an error. */
function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const body = response.req.url?.startsWith('/rpc/')
    ? { json: { defined: false, code, status, message, data: { details: {} } } }
    : { error: { code, message, details: {} } }
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(JSON.stringify(body))
}

function sendFile(response: ServerResponse, method: string, file: ServedFile | undefined): void {
  if (method !== 'GET' || !file) refuse(response, 404, 'NOT_FOUND', NOTHING_HERE)
  else response.writeHead(200, { ...file.headers, 'content-length': file.body.length }).end(file.body)
}

function listening(server: Server, listen: ApiServerOptions['listen']): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.once('listening', () => {
      server.off('error', reject)
      resolve()
    })
    if ('port' in listen) server.listen(listen.port, '127.0.0.1')
    else server.listen(listen.path)
  })
}
