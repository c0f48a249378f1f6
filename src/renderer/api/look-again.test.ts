import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { lookAgain } from './look-again.ts'

/** A query on the screen whose answers come when the test says so. */
function shown() {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  })
  const asked: ((answer: string) => void)[] = []
  const observer = new QueryObserver(queries, {
    queryKey: ['task', 1],
    queryFn: () => new Promise<string>(resolve => asked.push(resolve)),
  })
  observer.subscribe(() => {})
  const settled = () => new Promise(resolve => setTimeout(resolve))
  return { queries, asked, data: () => observer.getCurrentResult().data, settled }
}

test('a change while something is fetched for the first time is not lost', async () => {
  const { queries, asked, data, settled } = shown()
  lookAgain(queries, ['task', 1])
  lookAgain(queries, ['task'])
  asked[0]?.('before the change')
  await settled()
  expect(asked).toHaveLength(2)
  asked[1]?.('after the change')
  await settled()
  expect(data()).toBe('after the change')
  expect(asked).toHaveLength(2)
})

test('what is there already is fetched once for a change, and not for a change of something else', async () => {
  const { queries, asked, data, settled } = shown()
  asked[0]?.('first')
  await settled()
  lookAgain(queries, ['other'])
  expect(asked).toHaveLength(1)
  lookAgain(queries, ['task'])
  expect(asked).toHaveLength(2)
  asked[1]?.('second')
  await settled()
  expect([data(), asked.length]).toEqual(['second', 2])
})
