import type { JsonValue, SettingInfo } from '@spora/sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { checkSettingValue } from './check-setting-value.ts'

const setting = (type: SettingInfo['type'], more: Partial<SettingInfo> = {}): SettingInfo => ({
  key: 'it',
  label: 'It',
  type,
  ...more,
})
const code = (info: SettingInfo, value: unknown) => {
  const checked = checkSettingValue(info, value)
  return checked.ok ? 'ok' : checked.code
}
const value = (info: SettingInfo, given: unknown): JsonValue | undefined => {
  const checked = checkSettingValue(info, given)
  return checked.ok ? checked.value : undefined
}

test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\u0000', 'a\u007f', 'key\n'])(
  'B151: a secret with hidden characters: %j',
  text => {
    expect(code(setting('password'), text)).toBe('SETTING_SECRET_CHARS')
  },
)

test.each(['\u200b', '\ufeff', '\u202e', '\u2066', '\u2060', '\u200e', '\u2028'])(
  'B151, B135: what cannot be seen is no part of a secret or an address: %j',
  unseen => {
    for (const text of [`${unseen}sk-key`, `sk-${unseen}key`, `sk-key${unseen}`])
      expect(code(setting('password'), text)).toBe('SETTING_SECRET_CHARS')
    expect(code(setting('url'), `https://exam${unseen}ple.com`)).toBe('SETTING_CHARS')
  },
)

test('C3: words of any language are text; a line break of any kind is none', () => {
  for (const text of ['می\u200cخواهم', 'שלום\u200f!', '👩\u200d💻']) expect(value(setting('text'), text)).toBe(text)
  for (const text of ['a\u2028b', 'a\u2029b', 'a\u0085b']) expect(code(setting('text'), text)).toBe('SETTING_CHARS')
  expect(code(setting('textarea'), 'a\u2028b')).toBe('ok')
})

test('B151: a secret may hold any character that can be seen', () => {
  expect(value(setting('password'), 'pä$$ wörd "\'`\\{}🔑')).toBe('pä$$ wörd "\'`\\{}🔑')
})

test.each(['text', 'textarea', 'password', 'url', 'path'] as const)('B152: a megabyte in %s is too long', type => {
  expect(code(setting(type), 'x'.repeat(1_000_000))).toBe('SETTING_TOO_LONG')
})

describe('B153: a timeout out of range', () => {
  const timeout = setting('number', { minimum: 1, maximum: 300 })
  test.each([0, -1, 1e9, 'abc', '', Number.NaN, '5s', Infinity, null, true, [5]])('%j', bad => {
    const checked = checkSettingValue(timeout, bad)
    expect(checked).toEqual({ ok: false, code: 'SETTING_RANGE', message: 'Write a number from 1 to 300.' })
  })
  test('B153: text that is exactly a number is that number', () => {
    expect(value(timeout, ' 30 ')).toBe(30)
    expect(value(timeout, '1e2')).toBe(100)
  })
  test('B153: a text setting with a range is checked as a number and stays text', () => {
    const text = setting('text', { minimum: 1, maximum: 300 })
    expect(code(text, '5s')).toBe('SETTING_RANGE')
    expect(value(text, '30')).toBe('30')
  })
  test('B153: the sentence says a range that is open on one side', () => {
    expect(checkSettingValue(setting('number', { minimum: 1 }), 0)).toMatchObject({
      message: 'Write a number, 1 or more.',
    })
  })
})

test('C3: a pattern counts with and without delimiters and with flags', () => {
  for (const validation of ['^[0-9]+$', '/^[0-9]+$/', '#^[0-9]+$#', '~^[0-9]+$~u']) {
    expect(code(setting('text', { validation }), '42')).toBe('ok')
    expect(code(setting('text', { validation }), '4 2')).toBe('SETTING_PATTERN')
  }
  expect(code(setting('text', { validation: '/^abc$/i' }), 'ABC')).toBe('ok')
  expect(code(setting('text', { validation: '' }), 'anything')).toBe('ok')
})

test('C3: a pattern that never ends is stopped, one that is none is named', () => {
  expect(code(setting('text', { validation: '^(a+)+$' }), `${'a'.repeat(50)}!`)).toBe('SETTING_PATTERN')
  expect(checkSettingValue(setting('text', { validation: '(' }), 'x')).toMatchObject({
    message: expect.stringContaining('author'),
  })
})

test('C3: a select takes one of its values, not a label and not a member of objects', () => {
  const unit = setting('select', { options: { m: 'Metric', i: 'Imperial' } })
  expect(code(unit, 'm')).toBe('ok')
  for (const bad of ['Metric', 'x', 'constructor', '__proto__', 1, null]) expect(code(unit, bad)).toBe('SETTING_OPTION')
  expect(code(setting('select', { options: ['a', 'b'] }), 'b')).toBe('ok')
})

test('C3: a toggle is on or off', () => {
  expect(value(setting('toggle'), false)).toBe(false)
  for (const bad of ['true', 1, null, '']) expect(code(setting('toggle'), bad)).toBe('SETTING_TYPE')
})

test('C3: a url is a whole web address', () => {
  expect(code(setting('url'), 'https://api.example.com/v1?a=b')).toBe('ok')
  for (const bad of ['example.com', 'javascript:alert(1)', 'file:///etc/passwd', 'https://', '//x', 'ftp://x'])
    expect(code(setting('url'), bad)).toBe('SETTING_URL')
})

test('C3: a path is whole', () => {
  expect(code(setting('path'), process.platform === 'win32' ? 'C:\\x' : '/x')).toBe('ok')
  for (const bad of ['x', './x', '~/x', '$HOME/x']) expect(code(setting('path'), bad)).toBe('SETTING_PATH')
})

test('C3: text has one line, a text area several; broken text is refused', () => {
  expect(code(setting('text'), 'a\nb')).toBe('SETTING_CHARS')
  expect(code(setting('textarea'), 'a\r\n\tb')).toBe('ok')
  expect(code(setting('textarea'), 'a\u0000')).toBe('SETTING_CHARS')
  expect(code(setting('text'), '\ud800')).toBe('SETTING_CHARS')
  for (const bad of [1, null, true, {}, ['a']]) expect(code(setting('text'), bad)).toBe('SETTING_TYPE')
})

test('C3: a list is stored in its normal form', () => {
  expect(value(setting('multi-select'), [3, '5', 3])).toEqual([3, 5])
  expect(value(setting('multi-select', { resolveAs: 'skill' }), [' Tax ', 'tax', 'two-words'])).toEqual([
    'tax',
    'two-words',
  ])
  expect(value(setting('multi-select', { resolveAs: 'raw' }), ['a', 1, true])).toEqual(['a', 1, true])
  expect(value(setting('multi-select'), [])).toEqual([])
})

test('C3: a list with an odd entry is refused', () => {
  for (const bad of [[0], [-1], [1.5], ['x'], [null], [{}]])
    expect(code(setting('multi-select'), bad)).toBe('SETTING_OPTION')
  for (const bad of [['a b'], ['-a'], [1], ['x'.repeat(65)]])
    expect(code(setting('multi-select', { resolveAs: 'skill' }), bad)).toBe('SETTING_OPTION')
  expect(code(setting('multi-select'), '[1]')).toBe('SETTING_TYPE')
  expect(
    code(
      setting('multi-select'),
      Array.from({ length: 1001 }, (_, i) => i + 1),
    ),
  ).toBe('SETTING_TOO_LONG')
  expect(code(setting('multi-select', { resolveAs: 'raw', options: ['a'] }), ['b'])).toBe('SETTING_OPTION')
})

// biome-ignore lint/suspicious/noTemplateCurlyInString: that is what must stay as it is
test.each(['${ENV:OPENAI_KEY}', '{{secret}}', '$(cmd)', '%PATH%', '`id`'])('B161: %s is literal text', text => {
  expect(value(setting('text'), text)).toBe(text)
  expect(value(setting('password'), text)).toBe(text)
})

test('C3: no value makes a check throw', () => {
  const types: SettingInfo['type'][] = [
    'text',
    'textarea',
    'password',
    'select',
    'toggle',
    'multi-select',
    'number',
    'url',
    'path',
  ]
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.anything(), (type, anything) => {
      checkSettingValue(setting(type, { options: ['a'], validation: '^.*$' }), anything)
    }),
    { numRuns: loops(2_000) },
  )
})

test('R13: whatever is wrong with a value, the sentence is short and shows what cannot be seen', () => {
  const options = Array.from({ length: 1_000 }, (_, index) => `\u202eoption ${index}`)
  const odd = `\u202e\n${'x'.repeat(50_000)}`
  const cases: [SettingInfo, unknown][] = [
    [setting('select', { options }), odd],
    [setting('multi-select', { resolveAs: 'raw', options }), [odd]],
    [setting('multi-select', { resolveAs: 'raw', options }), [{ a: odd }]],
    [setting('text', { validation: `^${'a'.repeat(9_000)}$` }), 'x'],
    [setting('text', { validation: `(${'a'.repeat(9_000)}` }), 'x'],
  ]
  for (const [info, value] of cases) {
    const checked = checkSettingValue(info, value)
    if (checked.ok) throw new Error('It was not refused.')
    expect(checked.message.length).toBeLessThanOrEqual(500)
    expect(checked.message).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  }
  expect(checkSettingValue(setting('select', { options: { m: 'Metric', i: 'Imperial' } }), 'x')).toMatchObject({
    message: 'Choose one of: "m", "i".',
  })
})
