import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

/** Sends exactly these bytes to 127.0.0.1 and reads until the other side closes: what no HTTP client would send. */
export function rawRequest(port: number, bytes: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    const parts: Buffer[] = []
    socket.on('data', part => parts.push(part))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(parts).toString('latin1').split('\r\n\r\n')
      const [first = '', ...lines] = head.split('\r\n')
      const headers = lines.map(line => {
        const at = line.indexOf(':')
        return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const
      })
      resolve({ status: Number(first.split(' ')[1] ?? 0), headers: new Map(headers), body: rest.join('\r\n\r\n') })
    })
  })
}

/** A whole request; the connection closes after it, and a header may be left out with null or stand twice. */
export function requestText(
  { method = 'GET', path = '/', body = '' }: { method?: string; path?: string; body?: string | Buffer },
  headers: Readonly<Record<string, string | readonly string[] | null>>,
): Buffer {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map(each => `${name}: ${each}`),
  )
  const head = [`${method} ${path} HTTP/1.1`, ...lines, 'connection: close', '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)])
}
