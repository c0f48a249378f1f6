import { expect, test } from 'vitest'
import { allowed, namedHost } from './allow-rules.ts'

const rules = {
  net: ['api.example.org', 'alt.example.org:9000', '*.cdn.example.org'],
  named: ['127.0.0.1:8080', '[::1]:443'],
}
const verdict = (url: string) => allowed(new URL(url), rules)

test('G9: declared hosts on the usual ports, or on the port they were declared with', () => {
  expect(verdict('https://api.example.org/x')).toBe('public')
  expect(verdict('http://API.example.org:8080')).toBe('public')
  expect(verdict('https://api.example.org:22')).toBeNull()
  expect(verdict('https://alt.example.org:9000')).toBe('public')
  expect(verdict('https://alt.example.org')).toBeNull()
})

test('G9: a wildcard means hosts below it', () => {
  expect(verdict('https://a.b.cdn.example.org')).toBe('public')
  expect(verdict('https://cdn.example.org')).toBeNull()
  expect(verdict('https://evilcdn.example.org')).toBeNull()
})

test('G9: what a person named counts with its very port, also when it is private', () => {
  expect(verdict('http://127.0.0.1:8080')).toBe('named')
  expect(verdict('http://127.0.0.1:8081')).toBeNull()
  expect(verdict('http://127.1:8080')).toBe('named') // the same address, written otherwise
  expect(verdict('https://[::1]/')).toBe('named')
})

test('4.7: a named host is found in an address however it is written, so that an approval can say so', () => {
  const named = ['nas.local:5000', '10.0.0.1:443', '[fd00::1]:80']
  for (const rest of ['', '/', '/@me', '/?mail=a@b.test', '/a b', '#@'])
    expect(namedHost(`http://nas.local:5000${rest}`, named), rest).toBe('nas.local:5000')
  for (const url of [
    '\tHTTP://NAS.local:50\n00',
    'http:nas.local:5000',
    'http:\\\\nas.local:5000/',
    'ws://nas.local:5000',
  ])
    expect(namedHost(url, named), url).toBe('nas.local:5000')
  expect(namedHost('https://10.1/', named)).toBe('10.0.0.1:443')
  expect(namedHost('http://[fd00:0::1]/', named)).toBe('[fd00::1]:80')
  for (const url of ['http://nas.local/', 'http://nas.local:5000.test/', 'nas.local:5000', 'no address', ''])
    expect(namedHost(url, named), url).toBeUndefined()
})

test('G9: anything else is nothing, look-alikes included', () => {
  expect(verdict('https://api.example.org.evil.test')).toBeNull()
  expect(verdict('https://example.org')).toBeNull()
  expect(allowed(new URL('https://anything.test'), { net: 'any', named: [] })).toBe('public')
  expect(allowed(new URL('https://anything.test:25'), { net: 'any', named: [] })).toBeNull()
})
