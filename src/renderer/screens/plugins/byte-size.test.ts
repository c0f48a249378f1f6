import { expect, test } from 'vitest'
import { byteSize } from './byte-size.ts'

test('sizes are said in the unit a person would use', () => {
  expect([0, 1, 999, 188_416, 5_400_000].map(byteSize)).toEqual(['0 bytes', '1 byte', '999 bytes', '188 kB', '5.4 MB'])
})
