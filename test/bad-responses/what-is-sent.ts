import { gzipSync } from 'node:zlib'
import type { Due, Fault, Http } from './fault.ts'

/* Servers, proxies and networks that do not bring the answer as it was meant: the same for every API. */

const body = (what: string, change: NonNullable<Fault['body']>, due: Due, http: Http = {}): Fault => ({
  what,
  body: change,
  http,
  due,
})
const status = (number: number, due: Due, headers: Http['headers'] = {}): Fault => ({
  what: `status ${number}${Object.entries(headers).map(([key, value]) => `, ${key}: ${value}`)}`,
  body: () => JSON.stringify({ error: { message: 'Something is wrong: 500 429 400.' } }),
  http: { status: number, headers },
  due,
})
const instead = (what: string, text: string, due: Due, contentType = 'application/json'): Fault =>
  body(what, () => text, due, { headers: { 'content-type': contentType } })
const http = (what: string, more: Http, due: Due): Fault => ({ what, http: more, due })

const bombs = new Map<string, Uint8Array>()

/** Becomes larger than an answer may be. Made once: it takes a while. */
function bomb(text: string): Uint8Array {
  const start = text.startsWith('{') ? '{"more":"' : ': '
  const made = bombs.get(start) ?? gzipSync(`${start}${'x'.repeat(66_000_000)}`, { level: 1 })
  bombs.set(start, made)
  return made
}

export const WHAT_IS_SENT: readonly Fault[] = [
  status(307, 'LLM_REDIRECT', { location: 'http://127.0.0.1:9/' }),
  status(400, 'LLM_BAD_REQUEST'),
  status(401, 'LLM_AUTH'),
  status(402, 'LLM_RATE_LIMIT'),
  status(403, 'LLM_AUTH'),
  status(404, 'LLM_MODEL_NOT_FOUND'),
  status(408, 'LLM_TIMEOUT'),
  status(413, 'LLM_BAD_REQUEST'),
  status(429, 'LLM_RATE_LIMIT', { 'retry-after': '99999999' }),
  status(429, 'LLM_RATE_LIMIT', { 'retry-after': '-1' }),
  status(500, 'LLM_SERVER_ERROR'),
  status(503, 'LLM_SERVER_ERROR', { 'retry-after': 'soon' }),
  status(529, 'LLM_OVERLOADED'),
  instead('B126: a login page', '<!doctype html><title>Sign in</title>', 'LLM_NOT_JSON', 'text/html'),
  instead('B127: an error with status 200', '{"error":{"message":"The moon is full."}}', 'LLM_ERROR'),
  instead('no body', '', 'LLM_EMPTY'),
  instead('only white space', '\n\n \n', 'LLM_EMPTY'),
  instead('a word', 'OK', 'LLM_NOT_JSON', 'text/plain'),
  instead('null', 'null', 'LLM_NOT_JSON'),
  instead('a list of nothing', '[]', 'LLM_NOT_JSON'),
  instead('an object of nothing', '{}', 'LLM_NOT_JSON'),
  instead('100,000 brackets', '['.repeat(100_000), 'LLM_STREAM'),
  instead('only the end of a stream', 'data: [DONE]\n\n', 'LLM_EMPTY', 'text/event-stream'),
  instead('only comments', ': ping\n\n'.repeat(1_000), 'LLM_EMPTY', 'text/event-stream'),
  instead('events that are no JSON', 'data: hello\n\n', 'LLM_STREAM', 'text/event-stream'),
  body('status 204', () => '', 'LLM_EMPTY', { status: 204 }),
  body('another content type', text => text, 'ran', { headers: { 'content-type': 'application/octet-stream' } }),
  body('a byte order mark', text => `\ufeff${text}`, 'ran'),
  body('CR LF', text => text.replaceAll('\n', '\r\n'), 'ran'),
  body('B132: one byte at a time', text => text, 'ran', { pieceSize: 1 }),
  body('UTF-16', text => Buffer.from(text, 'utf16le'), { stream: 'LLM_NOT_JSON', whole: 'LLM_STREAM' }),
  body('bytes that are no UTF-8', text => Buffer.from(text.replace('Let', 'L\u00ffet'), 'latin1'), 'ran*'),
  body('NUL bytes between', text => text.replaceAll(':', ':\u0000'), { stream: 'LLM_STREAM', whole: 'LLM_NOT_JSON' }),
  body('the whole answer twice', text => text + text, { stream: 'ran', whole: 'LLM_NOT_JSON' }),
  body('words behind the answer', text => `${text}\nGoodbye.\n`, { stream: 'ran', whole: 'LLM_STREAM' }),
  body('not to its end', text => text.slice(0, text.length * 0.6), 'LLM_STREAM'),
  { ...body('B141: a bomb', bomb, 'LLM_STREAM', { headers: { 'content-encoding': 'gzip' } }), large: true },
  body('compressed', text => gzipSync(text), 'ran', { headers: { 'content-encoding': 'gzip' } }),
  body('said to be compressed', text => text, 'LLM_STREAM', { headers: { 'content-encoding': 'gzip' } }),
  {
    ...body('B139: a line of 10 MB', text => `data: "${'x'.repeat(10_000_000)}"\n\n${text}`, 'LLM_STREAM'),
    large: true,
  },
  http('less than was promised', { headers: { 'content-length': '100000' }, dropAt: 0.9 }, 'LLM_STREAM'),
  http('broken off before the body', { dropAt: 0 }, 'LLM_STREAM'),
  http('broken off in the middle', { dropAt: 0.5 }, 'LLM_STREAM'),
  http('B137: silence from the beginning', { stallAt: 0 }, 'LLM_TIMEOUT'),
  http('B137: silence in the middle', { stallAt: 0.5 }, 'LLM_TIMEOUT'),
  http('headers of 1 MB', { headers: { 'x-much': 'x'.repeat(1_000_000) } }, 'LLM_STREAM'),
]
