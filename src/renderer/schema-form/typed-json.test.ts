import fc from 'fast-check'
import { expect, test } from 'vitest'
import { typedJson } from './typed-json.ts'

test.each([
  ['{"a": 1', 'not_json'],
  ['', 'not_json'],
  ['{"a":1,"a":2}', 'twice'],
  ['{"b":[{"a":1,"\\u0061":2}]}', 'twice'],
  ['[9007199254740993]', 'inexact'],
  ['{"a":-1e400}', 'inexact'],
])('R3: %s would run as something else', (text, fault) => {
  expect(typedJson(text)).toEqual({ fault })
})

test.each([['null'], ['5'], ['"{}"'], ['[1]'], ['true']])('R3: %s is JSON and no arguments', text => {
  expect(typedJson(text, true)).toEqual({ fault: 'not_object' })
  expect(typedJson(text)).toEqual({ value: JSON.parse(text) })
})

test('R3: the same name in two objects, text with braces and numbers in it, and every JSON value are what they are', () => {
  const text = '{"a":{"x":1},"b":[{"x":2},{"x":3}],"c":"{\\"a\\": 9007199254740993, [}"}'
  expect(typedJson(text, true)).toEqual({ value: JSON.parse(text) })
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      const json = JSON.stringify(value)
      const large = /\d{16}|e\+/.test(json)
      const typed = typedJson(json)
      return large || ('value' in typed && JSON.stringify(typed.value) === json)
    }),
  )
})
