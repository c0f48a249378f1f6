import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'
import { dnsResolver, guardedAgent } from './guarded-agent.ts'
import { createGuardedFetch } from './guarded-fetch.ts'

test('so many run at once, the next begins when one ends, however it ends', async () => {
  const run = fewAtOnce(2)
  const begun: number[] = []
  const ends: PromiseWithResolvers<number>[] = []
  const results = [0, 1, 2, 3, 4].map(index => {
    const end = Promise.withResolvers<number>()
    ends.push(end)
    return run(() => {
      begun.push(index)
      return end.promise
    })
  })
  await soon()
  expect(begun).toEqual([0, 1])
  ends[1]?.reject(new Error('gone'))
  await expect(results[1]).rejects.toThrow('gone')
  await soon()
  expect(begun).toEqual([0, 1, 2])
  for (const index of [2, 3, 4, 0]) {
    ends[index]?.resolve(index)
    expect(await results[index]).toBe(index)
  }
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

// A name service that a hostile page chose never answers, and each question holds one of the few threads that also read
// files and find the addresses of models.
test('4.7, B205: names that are never found take two of the app’s threads, and one nobody waits for is not asked for later', async () => {
  const asked: string[] = []
  const answers = new Map<string, () => void>()
  const resolve = dnsResolver(async host => {
    asked.push(host)
    await new Promise<void>(answer => answers.set(host, answer))
    return [{ address: '127.0.0.1' }]
  })
  const rules = { net: 'any', named: [] } as const
  const times = { resolveMs: 30, connectMs: 100, headersMs: 100, bodyMs: 100 }
  const agent = guardedAgent(rules, { resolve, times })
  const fetch = createGuardedFetch({ rules, agent })
  const hosts = Array.from({ length: 10 }, (_, index) => `silent${index}.test`)
  const ends = await Promise.allSettled(hosts.map(host => fetch(`http://${host}/`)))
  for (const end of ends) expect(end).toMatchObject({ status: 'rejected', reason: { code: 'URL_DNS' } })
  expect(asked).toEqual(['silent0.test', 'silent1.test'])
  for (const answer of answers.values()) answer()
  await soon()
  expect(asked).toHaveLength(2)
  const later = fetch('http://later.test/')
  await expect.poll(() => asked.at(-1)).toBe('later.test')
  answers.get('later.test')?.()
  await expect(later).rejects.toMatchObject({ code: 'URL_BLOCKED_ADDRESS' })
  await agent.destroy()
})
