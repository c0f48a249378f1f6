import { expect, test } from 'vitest'
import { readServerEvents, type ServerEvent } from './server-events.ts'

async function read(...parts: Uint8Array[]): Promise<ServerEvent[]> {
  async function* bytes() {
    yield* parts
  }
  const events: ServerEvent[] = []
  for await (const event of readServerEvents(bytes(), () => new Error('too large'))) events.push(event)
  return events
}

const STREAM = [
  ': a comment\n\n',
  'event: first\ndata: {"text":"né 🦊"}\n\n',
  'id: 7\nretry: 10\ndata:no space\n\n',
  'data: two\ndata: lines\n\n',
  'unknown: field\n\n',
  'data\n\n',
  'data: the end',
].join('')
const EXPECTED = [
  { event: 'first', data: '{"text":"né 🦊"}' },
  { event: '', data: 'no space' },
  { event: '', data: 'two\nlines' },
  { event: '', data: '' },
  { event: '', data: 'the end' },
]

test.each([
  ['LF', '\n'],
  ['CR LF', '\r\n'],
  ['CR', '\r'],
])('B132: events are the same with %s, cut in two at every byte, and byte by byte', async (_name, end) => {
  const bytes = new TextEncoder().encode(STREAM.replaceAll('\n', end))
  expect(await read(bytes)).toEqual(EXPECTED)
  for (let at = 0; at <= bytes.length; at++) expect(await read(bytes.slice(0, at), bytes.slice(at))).toEqual(EXPECTED)
  expect(await read(...Array.from(bytes, byte => Uint8Array.of(byte)))).toEqual(EXPECTED)
})
