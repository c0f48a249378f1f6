import { expect, test } from 'vitest'
import { cleanSecret } from './clean-secret.ts'

test('a plain key stays as it is', () => {
  expect(cleanSecret('sk-1 2')).toEqual({ value: 'sk-1 2', repairs: [] })
})

test('what is pasted around a key goes away, and each repair is named', () => {
  expect(cleanSecret(' "Bearer sk-abc\n" ')).toEqual({
    value: 'sk-abc',
    repairs: ['lines', 'spaces', 'quotes', 'bearer'],
  })
})

test('a quote at one end only belongs to the key', () => {
  expect(cleanSecret("abc'")).toEqual({ value: "abc'", repairs: [] })
})
