import { expect, test } from 'vitest'
import { humanize } from '../calls/humanize.ts'
import { formLayout, unseenKeys } from './form-layout.ts'
import { readSchema } from './read-schema.ts'

const schema = JSON.stringify({
  type: 'object',
  properties: {
    op: { const: 'create' },
    zone: { type: ['string', 'null'] },
    title: { type: 'string' },
    minutes: { type: 'integer', minimum: 15, maximum: 480 },
    calendar: { type: 'string', enum: ['private', 'team'] },
    invite: { type: 'array', items: { type: 'string' } },
    when: { type: 'string', format: 'date-time' },
    open: { type: 'boolean' },
    place: { type: 'object', properties: {} },
    rows: { type: 'array', items: { type: 'object' } },
  },
  required: ['title', 'op'],
})
const parameters = readSchema(schema, key => key) ?? []

test('every parameter gets the control of its type', () => {
  expect(parameters.map(({ key, kind }) => [key, kind])).toEqual([
    ['op', 'json'],
    ['zone', 'text'],
    ['title', 'text'],
    ['minutes', 'integer'],
    ['calendar', 'choice'],
    ['invite', 'list'],
    ['when', 'date_time'],
    ['open', 'switch'],
    ['place', 'json'],
    ['rows', 'json'],
  ])
  expect(parameters.find(({ key }) => key === 'minutes')).toMatchObject({ minimum: 15, maximum: 480, required: false })
})

test('P2: fields stand in declaration order, missing required ones in their place, unknown keys last', () => {
  const values = { extra: 1, open: true, minutes: 30, op: 'create' }
  const layout = formLayout(parameters, values, values, 'op')
  expect(layout.shown.map(({ key }) => key)).toEqual(['title', 'minutes', 'open'])
  expect(layout.optional.map(({ key }) => key)).toEqual(['zone', 'calendar', 'invite', 'when', 'place', 'rows'])
  expect(layout.extra).toEqual(['extra'])
})

test('a parameter that was left out by the person stays on the form, to be put back', () => {
  const layout = formLayout(parameters, { title: 'x' }, { title: 'x', open: true }, 'op')
  expect(layout.shown.map(({ key }) => key)).toEqual(['title', 'open'])
})

test('text that is no schema of an object is no form', () => {
  expect(readSchema('nonsense', key => key)).toBeNull()
  expect(readSchema('[]', key => key)).toBeNull()
})

test('P2: long text and long lists count as unseen until they are opened', () => {
  const values = { title: 'short', body: 'x'.repeat(2_000), invite: Array.from({ length: 40 }, () => 'a@b.c') }
  expect(unseenKeys(values, new Set())).toEqual(['body', 'invite'])
  expect(unseenKeys(values, new Set(['body']))).toEqual(['invite'])
})

test('R3: parameters whose names read the same are told apart by their keys', () => {
  const properties = {
    user_id: { type: 'string' },
    userId: { type: 'string' },
    to: { type: 'string', title: 'Subject' },
  }
  const read = readSchema(JSON.stringify({ type: 'object', properties }), humanize)
  expect(read?.map(({ label }) => label)).toEqual(['User id (user_id)', 'User id (userId)', 'Subject'])
})
