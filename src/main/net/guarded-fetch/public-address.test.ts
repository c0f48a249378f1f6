import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../../test/loops.ts'
import { isPublicAddress } from './public-address.ts'

test.each([
  '127.0.0.1',
  '127.255.0.9',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '192.0.2.1',
  '198.18.0.1',
  '240.0.0.1',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::127.0.0.1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2001:db8::1',
  '3fff:fff::1',
  '::ffff:10.0.0.1',
  'no address',
  '',
])('R5: %s is not public', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '8.8.8.8', '93.184.215.14', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
  'R5: %s is public',
  address => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('R5: private IPv4 is refused in every IPv6 disguise', () => {
  const part = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.constantFrom([10], [127], [192, 168]), part, part, part, (prefix, a, b, c) => {
      const ipv4 = [...prefix, a, b, c].slice(0, 4).join('.')
      expect(isPublicAddress(ipv4)).toBe(false)
      expect(isPublicAddress(`::ffff:${ipv4}`)).toBe(false)
      expect(isPublicAddress(`::${ipv4}`)).toBe(false)
    }),
    { numRuns: loops(5_000) },
  )
})
