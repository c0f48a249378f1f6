import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Format } from './recording.ts'

/** A hand-written answer of a server with a habit of its own, and what must come of it. */
export interface StreamCase {
  readonly id: string
  readonly what: string
  readonly format: Format
  /** Names of the tools the request offers. */
  readonly tools?: readonly string[]
  /** The events of the stream; a text is sent as a line of its own, as it is. */
  readonly events?: readonly (object | string)[]
  /** One JSON document instead. */
  readonly document?: unknown
  readonly expect: {
    readonly text?: string
    readonly reasoning?: string
    /** `[name, arguments]`. */
    readonly calls?: readonly (readonly [string, string])[]
    readonly ids?: readonly string[]
    readonly stop?: string
    readonly tokens?: readonly [number, number]
    readonly error?: string
  }
}

const folder = fileURLToPath(new URL('cases', import.meta.url))

export function readCases(): StreamCase[] {
  return readdirSync(folder)
    .sort()
    .map(file => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as StreamCase)
}

export function bodyOf({ format, events, document }: StreamCase): { contentType: string; body: string } {
  if (events === undefined) return { contentType: 'application/json', body: JSON.stringify(document) }
  const lines = events.map(event => {
    if (typeof event === 'string') return `${event}\n`
    const type = format === 'anthropic' ? `event: ${(event as { type?: string }).type}\n` : ''
    return `${type}data: ${JSON.stringify(event)}\n\n`
  })
  return { contentType: 'text/event-stream', body: lines.join('') }
}
