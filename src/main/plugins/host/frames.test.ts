import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../../test/loops.ts'
import { encodeFrame, FrameError, FrameReader } from './frames.ts'

test('G8: frames come out as they went in, however the stream was cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue(), { maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 40 })),
      (values, cuts) => {
        const stream = Buffer.concat(values.map(value => encodeFrame(JSON.stringify(value))))
        const reader = new FrameReader(100_000)
        const read: unknown[] = []
        let at = 0
        for (const cut of [...cuts, stream.length]) {
          read.push(...reader.push(stream.subarray(at, at + cut)))
          at += cut
        }
        expect(read).toEqual(values.map(value => JSON.parse(JSON.stringify(value))))
      },
    ),
    { numRuns: loops(1_000) },
  )
})

test('G8: what is no frame is told from one at once', () => {
  const push = (bytes: Buffer) => new FrameReader(1_000).push(bytes)
  expect(() => push(Buffer.from('hello world\n'))).toThrow(FrameError)
  expect(() => push(Buffer.from([0, 0, 0, 0]))).toThrow(FrameError)
  expect(() => push(encodeFrame('{"a":'))).toThrow(FrameError)
  expect(() => push(Buffer.from([0, 0, 0, 2, 0xff, 0xfe]))).toThrow(FrameError)
  expect(() => push(encodeFrame(JSON.stringify('x'.repeat(2_000))))).toThrow(FrameError)
})
