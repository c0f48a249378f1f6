import { expect, test } from 'vitest'
import { servedApp } from './testing/served-app.ts'

interface Memory {
  readonly id: number
  readonly name: string
  readonly revision: number
}

test('S8: memories of an agent and global ones over REST: made, listed apart, changed, put in order, deleted', async () => {
  const { rest } = await servedApp()
  const read = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const { status, data } = await rest(method, path, body)
    expect(status, `${method} ${path}`).toBeLessThan(300)
    return data as T
  }
  const agent = await read<{ id: number }>('POST', '/agents', { name: 'Ada' })
  const own = await read<Memory>('POST', '/memories', { agent_id: agent.id, name: 'tea', content: 'at five' })
  await read<Memory>('POST', '/memories', { name: 'tea', content: 'never' })
  const second = await read<Memory>('POST', '/memories', { agent_id: agent.id, name: 'cake', content: 'at six' })
  const names = async (path: string) => (await read<Memory[]>('GET', path)).map(({ name }) => name)
  expect([await names(`/memories?agent_id=${agent.id}`), await names('/memories')]).toEqual([['tea', 'cake'], ['tea']])
  await read('POST', '/memories/reorder', { agent_id: agent.id, ids: [second.id, own.id] })
  expect(await names(`/memories?agent_id=${agent.id}`)).toEqual(['cake', 'tea'])
  expect(await read('PATCH', `/memories/${own.id}`, { revision: 1, change: { content: 'at four' } })).toMatchObject({
    content: 'at four',
    summary: 'at four',
    revision: 2,
  })
  expect(await rest('PATCH', `/memories/${own.id}`, { revision: 1, change: { content: 'x' } })).toMatchObject({
    status: 409,
    error: { code: 'REVISION_CONFLICT' },
  })
  expect(await rest('POST', '/memories', { name: 'tea', content: '' })).toMatchObject({
    status: 409,
    error: { code: 'NAME_TAKEN' },
  })
  expect(await rest('GET', '/memories?agent_id=99')).toMatchObject({ status: 404 })
  expect(await read('DELETE', `/memories/${own.id}`)).toEqual({ removed: true })
  expect(await rest('GET', `/memories/${own.id}`)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
})

test('S8: the profile over REST; a script’s token reads it and changes nothing', async () => {
  const { rest, server } = await servedApp()
  const saved = await rest('PATCH', '/profile', { revision: 0, change: { name: 'Ada', birth_date: '1985-12-10' } })
  expect(saved).toMatchObject({ status: 200, data: { name: 'Ada', revision: 1 } })
  expect(await rest('PATCH', '/profile', { revision: 1, change: { birth_date: '1985-02-30' } })).toMatchObject({
    error: { code: 'VALIDATION_ERROR' },
  })
  const change = { revision: 1, change: { name: 'Eve' } }
  expect(await rest('PATCH', '/profile', change, server.runToken)).toMatchObject({ status: 403 })
  const memory = { name: 'a', content: 'b' }
  expect(await rest('POST', '/memories', memory, server.runToken)).toMatchObject({ status: 403 })
})
