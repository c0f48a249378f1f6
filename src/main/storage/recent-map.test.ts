import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loops } from '../../../test/loops.ts'
import { RecentMap } from './recent-map.ts'

test('C6: of many keys those used last are kept, never more than the limit', () => {
  const step = fc.record({ key: fc.nat(9), writes: fc.boolean() })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { maxLength: 60 }), (limit, steps) => {
      const map = new RecentMap<number, number>(limit)
      let order: number[] = []
      steps.forEach(({ key, writes }, at) => {
        const known = order.includes(key)
        if (writes) map.set(key, at)
        else expect(map.get(key) !== undefined).toBe(known)
        if (writes || known) order = [...order.filter(each => each !== key), key].slice(-limit)
        expect(map.size).toBe(order.length)
      })
      for (const key of order) expect(map.get(key)).toBeDefined()
    }),
    { numRuns: loops(500) },
  )
})
