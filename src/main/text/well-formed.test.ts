import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { isWellFormedUtf8, wellFormedText, wellFormedValue } from './well-formed.ts'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

test('U1: what is valid comes back as it is, to the character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      expect(wellFormedText(new TextEncoder().encode(text))).toBe(text)
      expect(wellFormedText(text)).toBe(text)
    }),
    { numRuns: loops(2_000) },
  )
})

test('U1: whatever came in, what comes out is well-formed and holds everything valid in its order', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary' }).map(text => new TextEncoder().encode(text)),
    fc.uint8Array(),
  )
  fc.assert(
    fc.property(fc.array(part), parts => {
      const text = wellFormedText(Buffer.concat(parts))
      expect(text.isWellFormed()).toBe(true)
      expect(isWellFormedUtf8(new TextEncoder().encode(text))).toBe(true)
    }),
    { numRuns: loops(5_000) },
  )
})

test('U1: a fault at the end does not turn the rest into other characters', () => {
  expect(wellFormedText(bytes('c3a920e9'))).toBe('é é')
  expect(wellFormedText(bytes('6e61c3af766520636166e9'))).toBe('naïve café')
  expect(wellFormedText(Buffer.from('日本語').subarray(0, -1))).toBe('日本')
})

test.each([
  ['caf\xe9 noir', 'café noir'],
  ['r\xe9sum\xe9s', 'résumés'],
  ['Gr\xfc\xdfe aus M\xfcnchen', 'Grüße aus München'],
  ['d\xe9j\xe0 vu \xe0 Paris', 'déjà vu à Paris'],
  ['\x93quoted\x94 and it\x92s', '“quoted” and it’s'],
  ['\x80 100, 20\xb0C, M\xfcller\xae, \xbfqu\xe9?', '€ 100, 20°C, Müller®, ¿qué?'],
  ['a \x96 b', 'a – b'],
  ['1\xa0000', '1\u00a0000'],
  ['\xc1gua, \xc5ngstr\xf6m', 'Água, Ångström'],
])('U2: %j is read as what it was written in', (written, meant) => {
  expect(wellFormedText(latin1(written))).toBe(meant)
})

test('U2: also beside valid UTF-8', () => {
  expect(wellFormedText(Buffer.concat([Buffer.from('“naïve” '), latin1('na\xefve')]))).toBe('“naïve” naïve')
})

test('U3: nothing valid but ASCII and an unfinished end, or nothing valid at all: Windows-1252', () => {
  expect(wellFormedText(bytes('e9fcdf'))).toBe('éüß')
  expect(wellFormedText(bytes('616263c3'))).toBe('abcÃ')
  expect(wellFormedText(bytes('6f6b3a20eff0e8e2e5f2'))).toBe('ok: ïðèâåò')
})

test('U5: with much damage the whole is Windows-1252 when that makes sense almost everywhere, else damage', () => {
  const many = (bytes: readonly number[]) =>
    Uint8Array.from({ length: 100_000 }, (_, index) => bytes[index % bytes.length] as number)
  const french = Buffer.from('Le caf\xe9 \xe0 c\xf4t\xe9. ', 'latin1')
  expect(wellFormedText(many([...french]))).toBe('Le café à côté. '.repeat(6_250))
  const data: readonly (readonly number[])[] = [
    [0x61, 0xff],
    [0xff, 0xfe, 0x61],
    [0xed, 0xa0, 0x80, 0x61],
    [0x00, 0xe9],
  ]
  for (const bytes of data) {
    const text = wellFormedText(many(bytes), { mark: '\ufffd' })
    expect(text.isWellFormed()).toBe(true)
    expect(text).toContain('\ufffd')
    expect(wellFormedText(many(bytes))).not.toMatch(/[\ufffdÿþé]/)
  }
  // Valid characters stay what they are.
  const mixed = wellFormedText(many([...Buffer.from('é'), 0xff, 0x20]))
  expect(mixed).toBe('é '.repeat(25_000))
  expect(wellFormedText(many([0x80]))).toHaveLength(100_000)
})

test('U4: damage goes, or is marked', () => {
  const damaged: [string, string][] = [
    ['616263ff646566', 'abc*def'],
    ['72807375', 'r*su'],
    ['61eda08062', 'a*b'],
    ['61c0af62', 'a*b'],
    ['e282616263', '*abc'],
    ['c3a9fffec3bc', 'é*ü'],
    ['89504e470d0a1a0a', '*PNG\r\n\x1a\n'],
  ]
  for (const [hex, marked] of damaged) {
    expect(wellFormedText(bytes(hex), { mark: '*' })).toBe(marked)
    expect(wellFormedText(bytes(hex))).toBe(marked.replace('*', ''))
  }
})

test('U1: half surrogates in a string are replaced, everywhere in data, keys untouched', () => {
  expect(wellFormedText('a\ud800b')).toBe('a\ufffdb')
  expect(wellFormedValue({ a: ['\udc00', { b: bytes('636166e9') }], n: 1, x: null })).toEqual({
    a: ['\ufffd', { b: 'café' }],
    n: 1,
    x: null,
  })
})
