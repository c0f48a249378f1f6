import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { bundle } from '../../build/load-module.ts'
import { loops } from '../loops.ts'
import { inWords, killAtRandom } from './random-kills.ts'

test('R1, T-DUR-02: killed at any moment, no effect is repeated, no decision lost, every ambiguous call a card', {
  timeout: 900_000,
}, async () => {
  const seed = randomInt(2 ** 31)
  const kills = await killAtRandom(bundle, loops(300), seed)
  console.log(`T-DUR-02, seed ${seed}: ${inWords(kills)}`)
  expect(kills.broken).toEqual([])
  expect(kills.cards).toBe(kills.ambiguous)
})
