import { expect, test } from 'vitest'
import { type ServerEvent, ServerEventReader } from './server-events.ts'

function read(...parts: Uint8Array[]): ServerEvent[] {
  const reader = new ServerEventReader(() => new Error('too large'))
  return [...parts.flatMap(part => reader.push(part)), ...reader.end()]
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
])('B132: events are the same with %s, cut in two at every byte, and byte by byte', (_name, end) => {
  const bytes = new TextEncoder().encode(STREAM.replaceAll('\n', end))
  expect(read(bytes)).toEqual(EXPECTED)
  for (let at = 0; at <= bytes.length; at++) expect(read(bytes.slice(0, at), bytes.slice(at))).toEqual(EXPECTED)
  expect(read(...Array.from(bytes, byte => Uint8Array.of(byte)))).toEqual(EXPECTED)
})
