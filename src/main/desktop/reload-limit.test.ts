import { expect, test } from 'vitest'
import { reloadLimit } from './reload-limit.ts'

test('4.5: three times in a minute, then a person is asked, then anew', () => {
  const now = 0
  const may = reloadLimit(() => now)
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false])
  expect([may(), may(), may(), may()]).toEqual([true, true, true, false])
})

test('4.5: once in a while is never too often', () => {
  let now = 0
  const may = reloadLimit(() => now)
  for (let times = 0; times < 50; times++) {
    now += 20_001
    expect(may()).toBe(true)
  }
  now += 20_001
  expect([may(), may()]).toEqual([true, false])
})
