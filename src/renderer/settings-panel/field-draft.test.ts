import { expect, test } from 'vitest'
import type { SettingFieldView, SettingsView } from '../../shared/contract/settings.ts'
import {
  changesOf,
  confirmableKeys,
  confirmedDraft,
  conflictingKeys,
  countsOnlyHere,
  draftOf,
  draftsAfterSave,
  fieldErrors,
  fieldStatus,
  fieldsSetHere,
  overrideDraft,
} from './field-draft.ts'

function field(key: string, change: Partial<SettingFieldView> & { type?: SettingFieldView['schema']['type'] } = {}) {
  const { type = 'text', ...rest } = change
  return {
    schema: {
      key,
      label: key,
      type,
      description: '',
      default: null,
      required: false,
      options: [],
      validation: null,
      expose_to_llm: false,
      data_source: null,
      resolve_as: 'raw',
      minimum: null,
      maximum: null,
    },
    state: 'inherited',
    effective: null,
    origin: 'default',
    overrides: null,
    secret: null,
    ...rest,
  } satisfies SettingFieldView
}

test('an inherited field shows the value that counts and where it is from', () => {
  expect(fieldStatus(field('timeout', { effective: 30, origin: 'global' }), undefined)).toEqual({
    mode: 'inherited',
    value: 30,
    origin: 'global',
    beneath: null,
    changed: false,
  })
})

test('overriding starts from the value that counts, and names what it overrides', () => {
  const timeout = field('timeout', { type: 'number', effective: 30, origin: 'global' })
  const draft = overrideDraft(timeout)
  expect(fieldStatus(timeout, draft)).toEqual({
    mode: 'set',
    value: 30,
    origin: 'here',
    beneath: { origin: 'global', value: 30 },
    changed: true,
  })
})

test('a toggle has three states: off here is not the same as off by default', () => {
  const toggle = field('images', { type: 'toggle', effective: false })
  expect(changesOf([toggle], { images: { kind: 'set', value: false } })).toEqual([
    { key: 'images', action: 'set', value: false },
  ])
})

test('resetting shows what would count then, before it is saved', () => {
  const timeout = field('timeout', {
    state: 'set',
    effective: 60,
    origin: 'agent',
    overrides: { origin: 'user', value: 30 },
  })
  expect(fieldStatus(timeout, { kind: 'reset' })).toMatchObject({ mode: 'inherited', value: 30, origin: 'user' })
})

test('only what changes something is sent, in the order of the fields', () => {
  const fields = [
    field('a', { state: 'set', effective: 1, origin: 'agent' }),
    field('b', { effective: 2 }),
    field('c', { state: 'empty', effective: '', origin: 'agent' }),
    field('d', { state: 'set', effective: 'x', origin: 'agent' }),
    field('secret', { type: 'password' }),
  ]
  const drafts = {
    secret: { kind: 'set', value: '' },
    d: { kind: 'empty' },
    c: { kind: 'empty' },
    b: { kind: 'reset' },
    a: { kind: 'set', value: 1 },
  } as const
  expect(changesOf(fields, drafts)).toEqual([{ key: 'd', action: 'empty' }])
  expect(changesOf(fields, { ...drafts, secret: { kind: 'set', value: 'k' }, a: { kind: 'set', value: 2 } })).toEqual([
    { key: 'a', action: 'set', value: 2 },
    { key: 'd', action: 'empty' },
    { key: 'secret', action: 'set', value: 'k' },
  ])
})

test('fields set here include those about to be, and not those about to be reset', () => {
  const fields = [field('a', { state: 'set', effective: 1 }), field('b'), field('c')]
  const keys = fieldsSetHere(fields, { a: { kind: 'reset' }, c: { kind: 'empty' } }).map(each => each.schema.key)
  expect(keys).toEqual(['c'])
})

test('a conflict names the fields that both sides changed, secrets by their date', () => {
  const view = (fields: SettingFieldView[]) => ({ fields }) as SettingsView
  const secret = (updated_at: string) => ({ set: true, updated_at, needs_reentry: false })
  const before = view([field('a'), field('b'), field('k', { type: 'password', secret: secret('1') })])
  const now = view([
    field('a', { state: 'set', effective: 'theirs' }),
    field('b', { state: 'set', effective: 'theirs' }),
    field('k', { type: 'password', secret: secret('2') }),
  ])
  const mine = { a: { kind: 'set', value: 'mine' }, k: { kind: 'set', value: 'mine' } } as const
  expect(conflictingKeys(before, now, mine)).toEqual(['a', 'k'])
})

test('C1, B156: a value for everyone does not reach a scope with one of its own, or whose address leads elsewhere', () => {
  const secret = { set: true, updated_at: null, needs_reentry: true }
  expect(countsOnlyHere(field('a'))).toBe(false)
  expect(countsOnlyHere(field('a', { origin: 'global', effective: 'x' }))).toBe(false)
  expect(countsOnlyHere(field('k', { type: 'password', origin: 'global', secret }))).toBe(false)
  expect(countsOnlyHere(field('k', { type: 'password', origin: 'global', secret: { ...secret, moved: true } }))).toBe(
    true,
  )
  expect(countsOnlyHere(field('a', { state: 'empty', origin: 'agent' }))).toBe(true)
  expect(countsOnlyHere(field('a', { origin: 'user', effective: '' }))).toBe(true)
})

test('server errors are mapped to fields, whatever else the details hold', () => {
  expect(fieldErrors({ fields: [{ key: 'url', code: 'URL_SCHEME', message: 'Begin with https.' }, null, 3] })).toEqual({
    url: 'Begin with https.',
  })
  expect(fieldErrors(undefined)).toEqual({})
  expect(fieldErrors({ fields: 'no' })).toEqual({})
})

test('B154: a value refused for plain http is sent again confirmed, and only then', () => {
  const address = field('address', { type: 'url' })
  const draft = { kind: 'set', value: 'http://far.example' } as const
  expect(changesOf([address], { address: draft })).toEqual([
    { key: 'address', action: 'set', value: 'http://far.example' },
  ])
  const refused = { fields: [{ key: 'address', code: 'SETTING_UNPROTECTED', message: 'Everyone can read it.' }] }
  expect([...confirmableKeys(refused)]).toEqual(['address'])
  expect([...confirmableKeys({ fields: [{ key: 'address', code: 'SETTING_URL', message: 'No.' }] })]).toEqual([])
  const confirmed = confirmedDraft(draft)
  expect(changesOf([address], confirmed ? { address: confirmed } : {})).toEqual([
    { key: 'address', action: 'set', value: 'http://far.example', confirmed: true },
  ])
})

test('clearing words means empty on purpose; an empty list of choices is a value', () => {
  expect(draftOf(field('sites'), '')).toEqual({ kind: 'empty' })
  expect(draftOf(field('sites'), 'a.example')).toEqual({ kind: 'set', value: 'a.example' })
  expect(draftOf(field('tags', { type: 'multi-select' }), [])).toEqual({ kind: 'set', value: [] })
})

test('overriding a secret opens it for typing, and counts as a change with the first character', () => {
  const secret = field('key', { type: 'password', secret: { set: true, updated_at: null, needs_reentry: false } })
  expect(fieldStatus(secret, overrideDraft(secret))).toMatchObject({ mode: 'set', origin: 'here', changed: false })
  expect(fieldStatus(secret, { kind: 'set', value: 's' })).toMatchObject({ mode: 'set', changed: true })
})

test('3.4: what is decided while a save is under way is not lost by it', () => {
  const sent = { a: { kind: 'set', value: 'x' }, b: { kind: 'reset' } } as const
  const now = { ...sent, a: { kind: 'set', value: 'xy' }, c: { kind: 'empty' } } as const
  expect(draftsAfterSave(sent, sent)).toEqual({})
  expect(draftsAfterSave(now, sent)).toEqual({ a: { kind: 'set', value: 'xy' }, c: { kind: 'empty' } })
})
