import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelServer, RecordedRequest, Script, ScriptedTurn, ServerOptions } from './script.ts'

/** What differs between the two APIs. */
export interface WireFormat {
  readonly answerPath: string
  readonly modelsPath: string
  readonly basePath: string
  keyOf(headers: IncomingMessage['headers']): string
  models(ids: readonly string[]): unknown
  error(status: number, message: string): unknown
  /** The turn as server-sent events, already framed. */
  events(turn: ScriptedTurn, model: string): string[]
  whole(turn: ScriptedTurn, model: string): unknown
}

/** A real HTTP server on 127.0.0.1 that answers as scripted and remembers what it was asked. */
export async function startModelServer<Body extends { model?: string }>(
  format: WireFormat,
  script: Script<Body>,
  options: ServerOptions = {},
): Promise<ModelServer<Body>> {
  const requests: RecordedRequest<Body>[] = []
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(`${request.method} ${request.url}`)
    answer(request, response).catch(error => response.destroy(error))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1')
    const refused = options.apiKey !== undefined && format.keyOf(request.headers) !== options.apiKey
    if (refused) return json(response, 401, format.error(401, 'Incorrect API key provided.'))
    if (request.method === 'GET' && pathname === format.modelsPath)
      return json(response, 200, format.models(options.models ?? ['scripted-model']))
    if (request.method !== 'POST' || pathname !== format.answerPath)
      return json(response, 404, format.error(404, `Unknown request URL: ${request.method} ${request.url}.`))
    const parsed = JSON.parse(body) as Body
    const number = requests.push({ headers: request.headers, body: parsed }) - 1
    const turn = typeof script === 'function' ? await script(parsed, number) : script[number]
    if (!turn) return json(response, 500, format.error(500, `The script ends before request ${number + 1}.`))
    await play(format, turn, parsed.model ?? 'scripted-model', response)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    baseUrl: `${origin}${format.basePath}`,
    requests,
    paths,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function play(format: WireFormat, turn: ScriptedTurn, model: string, response: ServerResponse): Promise<void> {
  const { fault, raw } = turn
  if (fault?.kind === 'hang') return
  if (fault?.kind === 'status') {
    response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
    return void response.end(
      fault.body ?? JSON.stringify(format.error(fault.status, `Scripted failure ${fault.status}.`)),
    )
  }
  if (fault?.kind === 'html') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    return void response.end('<!doctype html><title>Sign in</title><p>Please sign in to the network.')
  }
  if (raw) {
    response.writeHead(200, { 'content-type': raw.contentType })
    return void response.end(raw.body)
  }
  if (turn.whole) return json(response, 200, format.whole(turn, model))
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' })
  response.flushHeaders()
  for (const [at, event] of format.events(turn, model).entries()) {
    if (fault?.kind === 'stall' && at === fault.after) return
    if (fault?.kind === 'cut' && at === fault.after) return void response.destroy()
    if (turn.delayMs) await new Promise(resolve => setTimeout(resolve, turn.delayMs))
    if (response.destroyed) return
    response.write(event)
  }
  response.end()
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
