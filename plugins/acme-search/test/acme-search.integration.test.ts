import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describeToolClass, operationsOf, type ToolContext, type ToolInstance } from '@spora/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, as a plugin's author writes it
import { AcmeSearchTool } from '../src/Tools/acme-search-tool.mjs'

let server: Server
let address: string
const tool = new AcmeSearchTool() as ToolInstance

beforeAll(async () => {
  server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://local')
    if (request.headers.authorization !== 'Bearer right') return void response.writeHead(401).end('{}')
    const found = [
      {
        title: `About ${searchParams.get('q')}`,
        url: 'https://example.org/1',
        snippet: `first of ${searchParams.get('limit')}`,
      },
    ]
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ results: searchParams.get('q') === 'nothing' ? [] : found }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise(resolve => server.close(resolve)))

function run(query: string, settings: object = {}) {
  const all = { base_url: address, api_key: 'right', max_results: 3, ...settings }
  const context = { settings: all, fetch, signal: new AbortController().signal } as unknown as ToolContext
  return tool.execute({ query } as never, 1, null, context)
}

test('D7: declares no operation, so it has one that asks', () => {
  const metadata = describeToolClass(AcmeSearchTool)
  expect(metadata).toMatchObject({ className: 'AcmeSearchTool', tool: { name: 'web_search' }, operations: [] })
  expect(operationsOf(metadata)).toMatchObject([{ name: 'web_search', requiresApprovalByDefault: true }])
})

test('passes the query, the limit and the key; the model gets text, the window data', async () => {
  const result = await run('owls')
  expect(result.content).toBe('About owls\nhttps://example.org/1\nfirst of 3')
  expect(result.data).toMatchObject({ results: [{ title: 'About owls' }] })
})

test('D8: no result, a wrong key and a missing server are answers', async () => {
  expect(await run('nothing')).toMatchObject({ success: true, content: 'Nothing was found for “nothing”.' })
  expect(await run('owls', { api_key: 'wrong' })).toMatchObject({
    success: false,
    content: expect.stringContaining('does not accept the API key'),
  })
  expect(await run('owls', { base_url: 'http://127.0.0.1:1' })).toMatchObject({
    success: false,
    content: expect.stringContaining('cannot be reached'),
  })
})

test('describes a call in one line', async () => {
  expect(await tool.describeAction({ query: 'owls' } as never)).toBe('Search the web for “owls”')
})
