import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { anthropicCallIds, shortCallIds } from './wire-call-ids.ts'

test('H4: wire ids are valid, the same for the same call and different for different ones', () => {
  for (const [make, valid] of [
    [shortCallIds, /^[A-Za-z0-9]{9}$/],
    [anthropicCallIds, /^[A-Za-z0-9_-]{1,64}$/],
  ] as const) {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ maxLength: 200 }), { maxLength: 40 }), ids => {
        const wire = make()
        const given = ids.map(wire)
        for (const id of given) expect(id).toMatch(valid)
        expect(new Set(given).size).toBe(ids.length)
        expect(ids.map(wire)).toEqual(given)
        expect(ids.map(make())).toEqual(given)
      }),
      { numRuns: loops(2_000) },
    )
  }
})
