import { expect, test } from 'vitest'
import { isUnprotected, sameOrigin } from './origins.ts'

test('B156: the same origin whatever the path, another with scheme, host or port', () => {
  expect(sameOrigin('https://api.example.com/v1', 'https://API.example.com:443/v2?x')).toBe(true)
  for (const other of [
    'http://api.example.com',
    'https://api.example.com:444',
    'https://example.com',
    '',
    null,
    'file:///x',
  ])
    expect(sameOrigin('https://api.example.com/v1', other)).toBe(false)
  expect(sameOrigin('file:///a', 'file:///b')).toBe(false)
})

test('B154: http is unprotected unless it stays on this computer', () => {
  for (const address of [
    'http://example.com',
    'http://192.168.1.5:8080',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
  ])
    expect([address, isUnprotected(address)]).toEqual([address, true])
  for (const address of [
    'https://example.com',
    'http://localhost:1',
    'http://127.0.0.1',
    'http://127.1',
    'http://[::1]:5',
    'nothing',
    null,
  ])
    expect([address, isUnprotected(address)]).toEqual([address, false])
})
