import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServedFile } from './renderer-files.ts'

/** What answers under /rpc and /api/v1; false when the path is none of its own. */
export type ApiHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

export interface ApiServerOptions {
  /** A port on 127.0.0.1 (0: any), or a Unix socket or named pipe that only this account may open. */
  readonly listen: { readonly port: number } | { readonly path: string }
  readonly handler: ApiHandler
  /** The page, for browsers; none on a socket. */
  readonly file?: (pathname: string) => ServedFile | undefined
}

export interface ApiServer {
  /** http://127.0.0.1:PORT, or http://spora on a socket. */
  readonly origin: string
  /** May do everything; goes into the printed address. */
  readonly approveToken: string
  /** May do everything but decide: for scripts that start work. */
  readonly runToken: string
  close(): Promise<void>
}

/** The host name in requests over a socket, where there is no port. */
export const SOCKET_ORIGIN = 'http://spora'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const BODY_LIMIT = 1024 * 1024
const LIMITS = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 5_000, maxHeaderSize: 16_384 }
/** Deciding is a person's: the run token is refused there. */
const DECISIONS =
  /^\/(?:rpc\/(?:tasks\/approve|calls\/(?:edit|resolve))|api\/v1\/(?:tasks\/[^/]+\/approve|calls\/[^/]+\/(?:edit|resolve)))$/

const digest = (text: string) => createHash('sha256').update(text).digest()
const newToken = () => randomBytes(32).toString('base64url')

/**
 * The same app over HTTP, for programs on this computer. The page's files hold no data and need no token; everything
 * else needs `Authorization: Bearer`. No cookies and no CORS headers, so that another site's page can do nothing here.
 * The gates stand in the order of 7-safety 4.11.
 */
export async function startApiServer({ listen, handler, file }: ApiServerOptions): Promise<ApiServer> {
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
    if (!path.startsWith('/rpc/') && !path.startsWith('/api/')) return sendFile(response, method, file?.(path))

    const token = digest(/^Bearer ([\w-]{1,128})$/.exec(headers.authorization ?? '')?.[1] ?? '')
    const mayApprove = timingSafeEqual(token, approveDigest)
    if (!mayApprove && !timingSafeEqual(token, runDigest))
      return refuse(response, 401, 'TOKEN', 'Open the address Spora printed; it carries the token.')
    if (!mayApprove && DECISIONS.test(path))
      return refuse(response, 403, 'TOKEN', 'Decisions need the token of the printed address.')
    // Without a stated length a body could only be limited while it arrives: such requests are not taken.
    if (headers['transfer-encoding'] !== undefined) return refuse(response, 411, 'LENGTH', 'State the content length.')
    const length = Number(headers['content-length'] ?? 0)
    if (length > 0 && !/^application\/json\b/.test(headers['content-type'] ?? ''))
      return refuse(response, 415, 'CONTENT_TYPE', 'Send application/json.')
    if (length > BODY_LIMIT) return refuse(response, 413, 'TOO_LARGE', 'A request may have 1 MB.')
    if (!(await handler(request, response))) refuse(response, 404, 'NOT_FOUND', 'There is nothing at this address.')
  }

  const server = createServer({ ...LIMITS, insecureHTTPParser: false }, (request, response) => {
    answer(request, response).catch(error => {
      console.error(error)
      if (response.headersSent) response.destroy()
      else refuse(response, 500, 'INTERNAL', 'Something went wrong inside Spora.')
    })
  })
  server.maxConnections = 64
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.on('clientError', (_error, socket) => socket.destroy())
  await listening(server, listen)
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

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const body = JSON.stringify({ error: { code, message, details: {} } })
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body)
}

function sendFile(response: ServerResponse, method: string, file: ServedFile | undefined): void {
  if (method !== 'GET' || !file) refuse(response, 404, 'NOT_FOUND', 'There is nothing at this address.')
  else response.writeHead(200, { ...file.headers, 'content-length': file.body.length }).end(file.body)
}

function listening(server: Server, listen: ApiServerOptions['listen']): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    if ('port' in listen) server.listen(listen.port, '127.0.0.1', () => resolve())
    else server.listen(listen.path, () => resolve())
  })
}
