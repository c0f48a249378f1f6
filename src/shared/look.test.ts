import { expect, test } from 'vitest'
import { parseLook } from './look.ts'

test('a look is read, and nothing else of what stands beside it', () => {
  const look = { theme: 'dark', welcomed: true, list_collapsed: false }
  expect(parseLook(JSON.stringify(look))).toEqual(look)
  expect(parseLook(JSON.stringify({ ...look, reachable_hosts: ['x:1'] }))).toEqual(look)
})

test.each([
  '',
  'no JSON',
  'null',
  '[]',
  '{}',
  '{"theme":"pink","welcomed":true,"list_collapsed":false}',
  '{"theme":"dark","welcomed":1,"list_collapsed":false}',
])('what is none is not used: %s', text => {
  expect(parseLook(text)).toBeNull()
})
