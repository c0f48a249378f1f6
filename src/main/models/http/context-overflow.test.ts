import { expect, test } from 'vitest'
import { readContextError } from './context-overflow.ts'
import { EndpointErrors } from './endpoint-errors.ts'

const said = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } })

test.each([
  [said('This model’s maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.'), 8192],
  [said('prompt is too long: 200001 tokens > 200000 maximum', { type: 'invalid_request_error' }), 200_000],
  [said('Requested 9000 tokens over the context window, but the limit is 8192'), 8192],
  [said('the request exceeds the available context size', { type: 'exceed_context_size_error', n_ctx: 4096 }), 4096],
  [said('context window exceeds limit (1048576)'), 1_048_576],
  [JSON.stringify({ message: 'too many tokens', max_context_window: '16000' }), 16_000],
  [said('x', { code: 'context_length_exceeded' }), null],
  ['Context length exceeded.', null],
])('T6: %s is a conversation that is too long', (body, limit) => {
  expect(readContextError(body)).toEqual({ isOverflow: true, limit })
})

test.each([
  said('Rate limit reached: too many tokens per minute'),
  said('max_tokens is too large'),
  said('You exceeded your current quota: exceeds limit of the quota'),
  said('Unknown tool'),
  'Bad request',
  '',
])('T7: %s is something else', body => {
  expect(readContextError(body).isOverflow).toBe(false)
})

test('T6: the sentence names the limit, and the error carries it', () => {
  const errors = new EndpointErrors({
    configName: 'Work',
    baseUrl: 'https://api.example.com/v1',
    model: 'm',
    secrets: [],
  })
  const long = errors.status(400, null, said('maximum context length is 8192 tokens'))
  expect(long).toMatchObject({ code: 'CONTEXT_WINDOW', info: { retryable: false, contextLimit: 8192 } })
  expect(long.message).toContain('can read (8,192 tokens)')
  const plain = errors.status(400, null, 'context length exceeded')
  expect(plain).toMatchObject({ code: 'CONTEXT_WINDOW' })
  expect(plain.message).toContain('can read. Start')
  expect(plain.info).not.toHaveProperty('contextLimit')
  // By status first: a rate limit that speaks of tokens is one.
  expect(errors.status(429, '2', said('too many tokens')).code).toBe('LLM_RATE_LIMIT')
})
