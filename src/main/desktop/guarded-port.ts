import type { MessagePortMain } from 'electron'
import { nestedDeeper } from '../text/nested-deeper.ts'

/** As over HTTP: so much may one request have, and so deep may its values stand inside each other. */
const LARGEST = 1024 * 1024
const MAX_DEPTH = 100
/** What stands around the values: the message, its request, the body and its JSON. */
const AROUND = 4

/** A number of the client's, as it counts them. */
const ID = /^[0-9a-z]{1,16}$/
const BEGIN = /^\{"i":"([0-9a-z]{1,16})"/

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

const TOO_LARGE: Refusal = { status: 413, code: 'TOO_LARGE', message: 'A request may have 1 MB.' }
const TOO_DEEP: Refusal = { status: 400, code: 'JSON', message: `A request may have ${MAX_DEPTH} levels.` }

/**
 * The port of a page, of which only what is a request or the end of one gets through (7-safety 4.6): an answer for what
 * is too large or too deep, silence for anything else. What the library cannot read would be a rejection nobody catches.
 */
export function guardedPort(port: MessagePortMain): {
  postMessage(data: unknown): void
  on(event: string, listener: (event?: { data: unknown }) => void): void
} {
  const refuse = (id: string | undefined, { status, code, message }: Refusal) => {
    if (id === undefined) return
    const json = { defined: false, code, status, message, data: { details: {} } }
    port.postMessage(JSON.stringify({ i: id, p: { s: status, b: { json } } }))
  }
  return {
    postMessage: data => port.postMessage(data),
    on(event, listener) {
      if (event !== 'message') port.on(event as 'close', () => listener())
      else
        port.on('message', ({ data, ports }) => {
          for (const each of ports) each.close()
          if (typeof data !== 'string' || ports.length > 0) return
          if (data.length > LARGEST || Buffer.byteLength(data) > LARGEST)
            return refuse(BEGIN.exec(data)?.[1], TOO_LARGE)
          const message = readMessage(data)
          if (message === null) return
          if (nestedDeeper(message, MAX_DEPTH + AROUND)) refuse(message.i, TOO_DEEP)
          else listener({ data })
        })
    },
  }
}

interface Message {
  readonly i: string
}

/** A request, or its abort; null for anything else. No procedure takes files, forms or streams. */
function readMessage(text: string): Message | null {
  const message = parsed(text)
  if (!isRecord(message) || typeof message.i !== 'string' || !ID.test(message.i)) return null
  const { i, t = 1, p } = message
  if (t === 4) return { i }
  if (t !== 1 || !isRecord(p) || typeof p.u !== 'string' || !p.u.startsWith('/')) return null
  const { m = 'POST', h = {} } = p
  if (typeof m !== 'string' || !isRecord(h)) return null
  const odd = Object.entries(h).some(([name, value]) => typeof value !== 'string' || /^content-/i.test(name))
  return odd ? null : (message as unknown as Message)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
