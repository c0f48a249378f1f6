import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServedFile } from './renderer-files.ts'

/** What answers under /rpc and /api/v1; false when the path is none of its own. */
export type ApiHandler = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

export interface LoopbackServer {
  readonly origin: string
  /** May do everything; goes into the printed address. */
  readonly approveToken: string
  /** May do everything but decide: for scripts that start work. */
  readonly runToken: string
  close(): Promise<void>
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const BODY_LIMIT = 1024 * 1024
/** Deciding is a person's: the run token is refused there. */
const DECISIONS =
  /^\/(?:rpc\/(?:tasks\/approve|calls\/(?:edit|resolve))|api\/v1\/(?:tasks\/[^/]+\/approve|calls\/[^/]+\/(?:edit|resolve)))$/

const digest = (text: string) => createHash('sha256').update(text).digest()
const newToken = () => randomBytes(32).toString('base64url')

/**
 * The same app over HTTP, for a browser on this computer: 127.0.0.1 only. The page's files hold no data and need no
 * token; everything else needs `Authorization: Bearer`. No cookies and no CORS headers, so that another site's page
 * can do nothing here. The gates stand in the order of 7-safety 4.11.
 */
export async function startLoopbackServer(options: {
  readonly port: number
  readonly file: (pathname: string) => ServedFile | undefined
  readonly handler: ApiHandler
}): Promise<LoopbackServer> {
  const [approveToken, runToken] = [newToken(), newToken()]
  const [approveDigest, runDigest] = [digest(approveToken), digest(runToken)]
  let hosts = new Set<string>()
  let origins = new Set<string>()

  function refuse(response: ServerResponse, status: number, code: string, message: string): void {
    const body = JSON.stringify({ error: { code, message, details: {} } })
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request
    if (!METHODS.has(method)) return refuse(response, 403, 'METHOD', 'This method is not answered here.')
    if (!hosts.has(headers.host ?? '')) return refuse(response, 403, 'HOST', 'Use the address Spora printed.')
    if (headers.origin !== undefined && !origins.has(headers.origin))
      return refuse(response, 403, 'ORIGIN', 'Requests from other pages are not answered.')
    const site = headers['sec-fetch-site']
    const navigation = headers['sec-fetch-mode'] === 'navigate' && method === 'GET'
    if (site !== undefined && site !== 'none' && site !== 'same-origin' && !navigation)
      return refuse(response, 403, 'ORIGIN', 'Requests from other pages are not answered.')

    const path = url.split('?', 1)[0] ?? '/'
    const isApi = path.startsWith('/rpc/') || path.startsWith('/api/')
    if (!isApi) {
      const file = method === 'GET' ? options.file(path) : undefined
      if (!file) return refuse(response, 404, 'NOT_FOUND', 'There is nothing at this address.')
      response.writeHead(200, { ...file.headers, 'content-length': file.body.length }).end(file.body)
      return
    }

    const given = /^Bearer ([\w-]{1,128})$/.exec(headers.authorization ?? '')?.[1]
    const givenDigest = digest(given ?? '')
    const mayApprove = timingSafeEqual(givenDigest, approveDigest)
    if (!mayApprove && !timingSafeEqual(givenDigest, runDigest))
      return refuse(response, 401, 'TOKEN', 'Open the address Spora printed; it carries the token.')
    if (!mayApprove && DECISIONS.test(path))
      return refuse(response, 403, 'TOKEN', 'Decisions need the token of the printed address.')
    // Without a stated length a body could only be limited while it arrives: such requests are not taken.
    if (headers['transfer-encoding'] !== undefined) return refuse(response, 411, 'LENGTH', 'State the content length.')
    const length = Number(headers['content-length'] ?? 0)
    if (length > 0 && !/^application\/json\b/.test(headers['content-type'] ?? ''))
      return refuse(response, 415, 'CONTENT_TYPE', 'Send application/json.')
    if (length > BODY_LIMIT) return refuse(response, 413, 'TOO_LARGE', 'A request may have 1 MB.')
    if (!(await options.handler(request, response)))
      refuse(response, 404, 'NOT_FOUND', 'There is nothing at this address.')
  }

  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 5_000,
      maxHeaderSize: 16_384,
      insecureHTTPParser: false,
    },
    (request, response) => {
      answer(request, response).catch(error => {
        console.error(error)
        if (!response.headersSent) refuse(response, 500, 'INTERNAL', 'Something went wrong inside Spora.')
        else response.destroy()
      })
    },
  )
  server.maxConnections = 64
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.on('clientError', (_error, socket) => socket.destroy())
  await listen(server, options.port)
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  hosts = new Set([`127.0.0.1:${port}`])
  origins = new Set([origin])

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

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
}
