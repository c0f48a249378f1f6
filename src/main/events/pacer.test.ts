import { expect, test } from 'vitest'
import { Pacer } from './pacer.ts'

/** Holds the event loop. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('C6: a turn comes at once while the round has time left, and in a later round when it has none', async () => {
  const pacer = new Pacer()
  const told: string[] = []
  setImmediate(() => told.push('next round'))
  await pacer.turn()
  told.push('first')
  work(5)
  await pacer.turn()
  told.push('second')
  expect(told).toEqual(['first', 'next round', 'second'])
})

test('C6: whoever waits has a turn before whoever comes later, and timers have theirs in between', async () => {
  const pacer = new Pacer()
  const told: string[] = []
  const chat = async (name: string) => {
    await pacer.turn()
    told.push(name)
    work(5)
  }
  const timer = new Promise<void>(resolve =>
    setTimeout(() => {
      told.push('timer')
      resolve()
    }),
  )
  await Promise.all([chat('a'), chat('b'), chat('c'), chat('d'), timer])
  expect(told.filter(name => name !== 'timer')).toEqual(['a', 'b', 'c', 'd'])
  expect(told.indexOf('timer')).toBeLessThan(3)
})
