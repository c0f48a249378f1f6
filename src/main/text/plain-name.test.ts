import { expect, test } from 'vitest'
import { plainName } from './plain-name.ts'

test('a name is one line, whatever it was', () => {
  expect(plainName('  two\r\n lines\t and\u2028more \ud800')).toBe('two lines and more \ufffd')
})

test('a name cannot turn around what stands beside it', () => {
  expect(plainName('invoice\u202egnp.exe')).toBe('invoice gnp.exe')
  expect(plainName('\u2066a\u2069\u200eb\u061cc\ufeff')).toBe('a b c')
  expect(plainName('\u202e\u200b')).toBe('')
})

test('what is written with joiners stays as it is written', () => {
  for (const name of ['👩‍💻 Ada', 'می‌خواهم', 'שלום', 'ไทย']) expect(plainName(name)).toBe(name)
})
