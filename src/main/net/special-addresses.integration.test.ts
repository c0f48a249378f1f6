import { isIPv6 } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { PUBLIC_TEST, publicWeb } from './testing/public-web.ts'

const byte = fc.integer({ min: 0, max: 255 })
const word = fc.integer({ min: 0, max: 0xffff })

/** First bytes of the IPv4 ranges that are not of the public internet. */
const SPECIAL4: readonly (readonly number[])[] = [
  [0],
  [10],
  [100, 64],
  [100, 127],
  [127],
  [169, 254],
  [172, 16],
  [172, 31],
  [192, 0, 0],
  [192, 0, 2],
  [192, 168],
  [198, 18],
  [198, 19],
  [198, 51, 100],
  [203, 0, 113],
  [224],
  [239],
  [240],
  [255],
]
const special4 = fc
  .tuple(fc.constantFrom(...SPECIAL4), byte, byte, byte, byte)
  .map(([head, ...rest]) => [...head, ...rest].slice(0, 4))

const hex = (value: number) => value.toString(16)
const pairs = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) => `${hex((a << 8) | b)}:${hex((c << 8) | d)}`
const number = ([a = 0, b = 0, c = 0, d = 0]: readonly number[]) => ((a << 24) | (b << 16) | (c << 8) | d) >>> 0

/** One IPv4 address, as people, attackers and translators write it. */
const NOTATIONS: readonly ((address: readonly number[]) => string)[] = [
  address => address.join('.'),
  address => `${address.join('.')}.`,
  address => String(number(address)),
  address => `0x${hex(number(address))}`,
  address => `0${number(address).toString(8)}`,
  address => address.map(part => `0x${hex(part)}`).join('.'),
  address => address.map(part => `0${part.toString(8)}`).join('.'),
  ([a, b, c = 0, d = 0]) => `${a}.${b}.${(c << 8) | d}`,
  ([a, b = 0, c = 0, d = 0]) => `${a}.${(b << 16) | (c << 8) | d}`,
  address => address.join('。'),
  address => `[::ffff:${address.join('.')}]`,
  address => `[::ffff:${pairs(address)}]`,
  address => `[::${pairs(address)}]`,
  address => `[64:ff9b::${pairs(address)}]`,
  address => `[2002:${pairs(address)}::1]`,
  address => `[2001::${pairs(address)}]`,
]

const SPECIAL6 = [
  'fe80',
  'fe90',
  'febf',
  'fc00',
  'fdff',
  'ff02',
  'ff0e',
  '2001:db8',
  '2002',
  '0',
  '100',
  '64:ff9b',
  '3fff:fff',
  '5f00',
  '4000',
  'a000',
]
const special6 = fc
  .tuple(fc.constantFrom(...SPECIAL6), fc.array(word, { minLength: 1, maxLength: 4 }))
  .map(([head, rest]) =>
    `[${head}:${rest.map(hex).slice(0, -1).join(':')}::${hex(rest.at(-1) ?? 0)}]`.replace(/:::/, '::'),
  )
  .filter(address => isIPv6(address.slice(1, -1)))

const special = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(special4, fc.constantFrom(...NOTATIONS)).map(([address, write]) => write(address)) },
  { weight: 1, arbitrary: special6 },
)

test('R5: 5,000 random addresses of special ranges, in random notations: no connection', async () => {
  const web = await publicWeb((_, response) => response.end('reached'))
  await fc.assert(
    fc.asyncProperty(special, async host => {
      const answer = await web.read(`http://${host}:${web.port}/`)
      expect(answer.kind, host).toBe('refused')
      expect(web.connections, host).toEqual([])
    }),
    { numRuns: loops(5_000) },
  )
  expect(web.hits).toEqual([])
}, 120_000)

test('R5: 200 random public addresses are not refused', async () => {
  const web = await publicWeb((_, response) => response.end('reached'))
  const first = fc.constantFrom(1, 8, 9, 20, 34, 52, 64, 77, 93, 104, 142, 151, 185, 199, 212)
  const public4 = fc.tuple(first, byte, byte, byte).map(address => address.join('.'))
  const public6 = fc
    .tuple(fc.constantFrom('2606:4700', '2a00:1450', '2001:4860', '2400:cb00', '2620:fe', '2a02:2e0'), word, word)
    .map(([head, a, b]) => `${head}:${hex(a)}::${hex(b || 1)}`)
  await fc.assert(
    fc.asyncProperty(fc.oneof(public4, public6), async address => {
      const url = new URL(`http://${isIPv6(address) ? `[${address}]` : address}/`)
      PUBLIC_TEST.add(url.hostname.replace(/^\[|\]$/g, ''))
      const answer = await web.read(url.href)
      expect(answer.kind, JSON.stringify(answer)).toBe('page')
    }),
    { numRuns: loops(200) },
  )
}, 60_000)
