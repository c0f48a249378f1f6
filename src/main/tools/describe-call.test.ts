import { expect, test } from 'vitest'
import { toolMetadata } from '../../../test/tool-metadata.ts'
import { registeredTool } from './create-registered-tool.ts'
import { describeCall } from './describe-call.ts'

function describedAs(describe: () => Promise<string | null>, ready?: () => Promise<void>) {
  const metadata = toolMetadata([{ name: 'list' }, { name: 'get' }], [{ name: 'id', type: 'integer', description: '' }])
  const runner = { describe, ...(ready ? { ready } : {}), execute: () => Promise.reject(new Error('not called')) }
  return registeredTool({ metadata, slug: 'acme', runner })
}

const args = { action: 'get', id: 5 }
const line = (text: string) =>
  describeCall(
    describedAs(async () => text),
    'get',
    args,
  )

test('D8: the tool’s own line, on one line', async () => {
  expect(await line('  Get **5**\r\n\n and\tmore ')).toBe('Get **5** and more')
})

test('D8: at most 300 characters, cut between characters', async () => {
  const long = await line('🙂'.repeat(400))
  expect([...long]).toHaveLength(300)
  expect(long.endsWith('🙂…')).toBe(true)
  expect(await line('x'.repeat(300))).toBe('x'.repeat(300))
})

test('B087, B135: a megabyte is cut, hidden characters are visible, markup stays text', async () => {
  expect([...(await line('x'.repeat(1_000_000)))]).toHaveLength(300)
  expect(await line('pay \u202e0001')).toBe('pay \\u{202E}0001')
  expect(await line('<b>x</b>')).toBe('<b>x</b>')
})

const FALLBACK = 'sample, get: id 5 (the tool gave no description)'

test.each<[string, () => Promise<string | null>]>([
  ['it rejects', () => Promise.reject(new Error('x'))],
  [
    'it throws',
    () => {
      throw new Error('x')
    },
  ],
  ['null', async () => null],
  ['an empty line', async () => ' \n '],
  ['no text', async () => 5 as never],
])('B087, D8: operation and arguments when the tool says nothing: %s', async (_what, describe) => {
  expect(await describeCall(describedAs(describe), 'get', args)).toBe(FALLBACK)
})

test('B087: a description that never comes costs only its deadline', async () => {
  expect(
    await describeCall(
      describedAs(() => new Promise(() => {})),
      'get',
      args,
      { describeMs: 10 },
    ),
  ).toBe(FALLBACK)
})

test('D8: a fallback is one line too, however large the arguments', async () => {
  const text = await describeCall(
    describedAs(async () => null),
    'get',
    { id: 'a\nb'.repeat(1000), other: [1, 2] },
  )
  expect([...text].length).toBeLessThanOrEqual(300)
  expect(text).not.toMatch(/[\r\n]/)
})

test('D8: a process that has to start first is waited for, apart from the time to describe; one that does not start is not', async () => {
  const slow = () => new Promise<void>(resolve => setTimeout(resolve, 60))
  const get = async () => 'Get it'
  const limits = { describeMs: 20, startMs: 5_000 }
  expect(await describeCall(describedAs(get, slow), 'get', args, limits)).toBe('Get it')
  expect(await describeCall(describedAs(get, slow), 'get', args, { ...limits, startMs: 10 })).toBe(FALLBACK)
  const broken = () => Promise.reject(new Error('x'))
  expect(await describeCall(describedAs(get, broken), 'get', args, limits)).toBe(FALLBACK)
})
