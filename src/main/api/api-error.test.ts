import { ORPCError } from '@orpc/server'
import { expect, test } from 'vitest'
import { ERROR_STATUS } from '../../shared/error-codes.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { apiError } from './api-error.ts'

const crossed = (error: unknown) => {
  const logged: unknown[] = []
  const json = apiError(error, each => logged.push(each)).toJSON()
  return { json: JSON.parse(JSON.stringify(json)) as Record<string, unknown>, logged }
}

test('8-style 6: an error that was meant crosses as code, status, sentence and details, and is not logged', () => {
  const { json, logged } = crossed(new SporaError('SLUG_TAKEN', 'Taken.', { slug: 'a' }))
  expect(json).toMatchObject({ code: 'SLUG_TAKEN', status: 409, message: 'Taken.', data: { details: { slug: 'a' } } })
  expect(logged).toEqual([])
})

test('8-style 6: every code has a status of an error', () => {
  for (const [code, status] of Object.entries(ERROR_STATUS)) expect(status, code).toBeGreaterThanOrEqual(400)
})

const nasty = Object.assign(new Error('canary', { cause: new Error('canary') }), {
  code: 'canary',
  config: { headers: { authorization: 'canary' } },
  response: 'canary',
  toJSON: () => 'canary',
})
test.each([
  ['an error', nasty],
  ['a text', 'canary'],
  ['an object', { message: 'canary', code: 'SLUG_TAKEN', status: 200 }],
  ['nothing', undefined],
  [
    'an error of the library',
    new ORPCError('INTERNAL_SERVER_ERROR', { message: 'canary', data: { canary: 1 }, cause: nasty }),
  ],
  ['an unknown code', new ORPCError('CANARY', { status: 499, message: 'canary', data: 'canary' })],
])('B310: %s that nobody meant says nothing of itself, and is logged', (_what, error) => {
  const { json, logged } = crossed(error)
  expect(json).toMatchObject({ code: 'INTERNAL', status: 500, data: { details: {} } })
  expect(JSON.stringify(json)).not.toMatch(/canary|stack|cause/i)
  expect(logged).toHaveLength(1)
})

test('R13: invalid input names its fields: three in the sentence, all in the details', () => {
  const issues = ['a', 'b', 'c', 'd'].map(name => ({ path: ['list', 0, name], message: 'is wrong' }))
  const { json, logged } = crossed(new ORPCError('BAD_REQUEST', { data: { issues } }))
  expect(json).toMatchObject({ code: 'VALIDATION_ERROR', status: 422 })
  expect(json.message).toBe(
    'The request was not understood. list.0.a: is wrong. list.0.b: is wrong. list.0.c: is wrong.',
  )
  expect((json.data as { details: { fields: unknown[] } }).details.fields).toHaveLength(4)
  expect(logged).toEqual([])
})

test('R13: invalid input without a field is a sentence too', () => {
  expect(crossed(new ORPCError('BAD_REQUEST')).json.message).toBe('The request was not understood.')
  const { json } = crossed(new ORPCError('BAD_REQUEST', { data: { issues: [{ message: 'Expected an object' }] } }))
  expect(json.message).toBe('The request was not understood. Expected an object.')
})
