import type { JsonValue } from '@spora/sdk'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../../test/loops.ts'
import { imageSize } from './image-size.ts'
import { takeMedia } from './take-media.ts'

const png = (width: number, height: number, size = 300) => {
  const bytes = Buffer.alloc(size)
  bytes.write('\x89PNG\r\n\x1a\n', 0, 'latin1')
  bytes.write('IHDR', 12, 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}
const uri = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`

// J6: the list was mutated while it was iterated, so that every second one stayed.
test('J6: every whole data URI anywhere in the structure becomes a reference, and the result that came is not touched', () => {
  const pictures = Array.from({ length: 6 }, (_, index) => uri(png(index + 1, 2)))
  const data = { list: pictures, deep: { a: [{ b: pictures[0] }] }, text: `see ${pictures[1]}`, n: 1 }
  const before = JSON.stringify(data)
  const taken = takeMedia({ content: 'Done.', data: data as JsonValue }, '2.1')
  expect(taken.media).toHaveLength(6)
  expect(taken.data).toEqual({
    list: [1, 2, 3, 4, 5, 6].map(n => `media:2.1/${n}`),
    deep: { a: [{ b: 'media:2.1/1' }] },
    text: data.text,
    n: 1,
  })
  expect(JSON.stringify(data)).toBe(before)
})

test('J5: image parts of a list are taken out, whether as text or as data', () => {
  const parts = [
    { type: 'text', text: 'A cat.' },
    { type: 'image', mimeType: 'image/png', data: png(1280, 800).toString('base64') },
  ]
  const expected = [
    { type: 'text', text: 'A cat.' },
    { type: 'image', mimeType: 'image/png', data: 'media:1.0/1' },
  ]
  const taken = takeMedia({ content: JSON.stringify(parts), data: JSON.parse(JSON.stringify(parts)) }, '1.0')
  expect(JSON.parse(taken.content)).toEqual(expected)
  expect(taken.data).toEqual(expected)
  expect(taken.media).toMatchObject([{ mimeType: 'image/png', width: 1280, height: 800 }])
})

test('J5: pictures are the same only when every byte is', () => {
  const pictures = [0, 1].map(value => {
    const bytes = png(640, 480, 3_000)
    bytes[1_500] = value
    return uri(bytes)
  })
  const { content, data, media } = takeMedia({ content: pictures.join(' '), data: pictures }, '1.0')
  expect(media.map(({ bytes }) => bytes[1_500])).toEqual([0, 1])
  expect(data).toEqual(['media:1.0/1', 'media:1.0/2'])
  expect(content).toMatch(/media:1\.0\/1\] .*media:1\.0\/2\]$/)
})

test('J6: what is no picture, too large, or one too many is left out in words', () => {
  const pdf = uri(Buffer.alloc(5_000), 'application/pdf')
  const fake = uri(Buffer.alloc(5_000))
  const large = uri(png(1, 1, 11 * 1024 * 1024))
  const { content, media } = takeMedia({ content: [pdf, fake, large].join(' '), data: null }, '1.0')
  expect(content).toBe('[application/pdf, 5 kB, left out] [image/png, 5 kB, left out] [image/png, 11,264 kB, left out]')
  expect(media).toEqual([])
  const many = Array.from({ length: 25 }, (_, index) => uri(png(index + 1, 1)))
  expect(takeMedia({ content: '', data: many }, '1.0').media).toHaveLength(20)
})

test('J6: text without pictures, and small icons in a text, stay byte for byte', () => {
  fc.assert(
    fc.property(fc.string(), fc.jsonValue(), (content, data) => {
      expect(takeMedia({ content, data: data as never }, '1.0')).toEqual({ content, data, media: [] })
    }),
    { numRuns: loops(500) },
  )
  const icon = 'an icon: data:image/png;base64,iVBORw0KGgo='
  expect(takeMedia({ content: icon, data: null }, '1.0').content).toBe(icon)
})

test('J5: sizes of the four kinds are read from their headers', () => {
  const gif = Buffer.alloc(40)
  gif.write('GIF89a')
  gif.writeUInt16LE(320, 6)
  gif.writeUInt16LE(200, 8)
  const jpeg = Buffer.from('ffd8ffe000044a46ffc0001108002000400301', 'hex')
  const webp = Buffer.alloc(40)
  webp.write('RIFF')
  webp.write('WEBPVP8X', 8)
  webp.writeUIntLE(99, 24, 3)
  webp.writeUIntLE(49, 27, 3)
  expect([png(5, 6), gif, jpeg, webp].map(imageSize)).toEqual([
    { width: 5, height: 6 },
    { width: 320, height: 200 },
    { width: 64, height: 32 },
    { width: 100, height: 50 },
  ])
})

test('J5: any bytes have a size or none, and never take long', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ffd8', '89504e47', '47494638', '52494646', ''),
      fc.uint8Array({ maxLength: 300 }),
      (start, rest) => {
        imageSize(Buffer.concat([Buffer.from(start, 'hex'), rest]))
      },
    ),
    { numRuns: loops(2_000) },
  )
})
