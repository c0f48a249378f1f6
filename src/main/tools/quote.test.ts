import { expect, test } from 'vitest'
import { readablePath } from './json-pointer.ts'
import { nearest } from './nearest.ts'
import { brief, quote, quoteList, visible } from './quote.ts'

test('R13: what a message quotes is short and shows what cannot be seen', () => {
  expect(quote('a\u202eb\u0000')).toBe('"a\\u{202E}b\\u{0}"')
  expect(quote('x'.repeat(100), 10)).toBe('"xxxxxxxxxx…"')
  expect(quote('12345678\u{1F600}', 9)).toBe('"12345678…"')
  expect(quote('\u202e'.repeat(100), 20)).toBe('"\\u{202E}\\u{202E}…"')
  expect(brief('ends in \\u{20', 40)).toBe('ends in \\u{20')
  expect(quoteList(['a', 1, null])).toBe('"a", 1, null')
  expect(quoteList(Array.from({ length: 14 }, (_, index) => index))).toMatch(/10, 11 and 2 more$/)
  expect(quote({ a: [1, null] })).toBe('{"a":[1,null]}')
  expect(quote(undefined)).toBe('undefined')
  expect(visible('plain – text 😀')).toBe('plain – text 😀')
})

test('a JSON pointer as people write it', () => {
  expect(readablePath('')).toBe('')
  expect(readablePath('/filters/2/name')).toBe('filters[2].name')
  expect(readablePath('/a~1b/c~0d')).toBe('a/b.c~d')
})

test('the nearest name is one that was likely meant, or none', () => {
  const names = ['query', 'limit', 'language']
  expect(nearest('limt', names)).toBe('limit')
  expect(nearest('qeury', names)).toBe('query')
  expect(nearest('Language', names)).toBe('language')
  expect(nearest('zzzzz', names)).toBeNull()
  expect(nearest('', names)).toBeNull()
  expect(nearest('x'.repeat(100_000), names)).toBeNull()
})
