import { expect, test } from 'vitest'
import { reachableHost } from './reachable-host.ts'

test.each([
  ['192.168.1.5:3000', '192.168.1.5:3000'],
  ['http://192.168.1.5:3000/wiki?x#y', '192.168.1.5:3000'],
  ['https://nas.local', 'nas.local:443'],
  ['NAS.local', 'nas.local:80'],
  ['127.1:8080', '127.0.0.1:8080'],
  ['[::1]:9000', '[::1]:9000'],
  [' localhost:443 ', 'localhost:443'],
])('4.7: %j means %s', (typed, host) => {
  expect(reachableHost(typed)).toBe(host)
  expect(reachableHost(host)).toBe(host)
})

test.each([
  '',
  'a b',
  'user@host:80',
  'ftp://host/',
  'host:0',
  'host:99999',
  'http://',
  '*.local',
  '*:80',
  'file:///x',
])('4.7: %j means no host', typed => expect(reachableHost(typed)).toBeNull())
