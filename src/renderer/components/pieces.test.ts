import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pieces } from './pieces.ts'

test('R6: a long text in pieces is the same text, none of them long and no character cut in two', () => {
  for (const unit of ['[a](', '👍', 'e\u0301', 'x']) {
    const text = unit.repeat(9_001)
    const found = pieces(text)
    expect(found.join('')).toBe(text)
    expect(found.length).toBeGreaterThan(3)
    for (const piece of found) {
      expect(piece.length).toBeLessThanOrEqual(4_000)
      expect(piece.isWellFormed()).toBe(true)
      expect(piece).not.toMatch(/^\u0301/)
    }
  }
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 50 }),
      text => pieces(text.repeat(99)).join('') === text.repeat(99),
    ),
  )
})
