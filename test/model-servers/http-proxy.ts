import { createServer, request as forward, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface HttpProxy {
  readonly url: string
  /** The hosts it was asked to lead to, with their ports. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** A proxy that leads every host to one local port, for those who know the password when there is one. */
export async function startHttpProxy(port: number, credentials?: string): Promise<HttpProxy> {
  const asked: string[] = []
  const open = new Set<Socket>()
  const mayPass = ({ headers }: IncomingMessage) => {
    const given = (headers['proxy-authorization'] ?? '').replace(/^Basic /, '')
    return credentials === undefined || Buffer.from(given, 'base64').toString() === credentials
  }
  const server = createServer((request, response) => {
    if (!mayPass(request)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end()
    const { host, pathname } = new URL(request.url ?? '')
    asked.push(host)
    const { 'proxy-authorization': _own, ...headers } = request.headers
    const sent = forward({ port, host: '127.0.0.1', path: pathname, method: request.method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    sent.on('error', () => response.destroy())
    request.pipe(sent)
  })
  server.on('connect', (request, client: Socket) => {
    open.add(client)
    client.on('error', () => {})
    if (!mayPass(request)) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"\r\n\r\n')
      return
    }
    asked.push(request.url ?? '')
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      client.pipe(target).pipe(client)
    })
    target.on('error', () => client.destroy())
    client.on('close', () => target.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise(resolve => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
