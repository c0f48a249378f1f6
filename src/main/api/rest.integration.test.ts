import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createORPCClient, type ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { describe, expect, test } from 'vitest'
import type { AgentToolView, AgentView } from '../../shared/contract/agents.ts'
import type { AppEvent } from '../../shared/contract/events.ts'
import { contract } from '../../shared/contract/index.ts'
import type { ToolView } from '../../shared/contract/tools.ts'
import type { Shell } from '../shell.ts'
import { externalUrl } from './external-url.ts'
import type { ContractClient } from './instance-client.ts'
import { rawRequest, requestText } from './testing/raw-request.ts'
import { type ServedApp, servedApp } from './testing/served-app.ts'

const search = (className: string) => `
import { definePlugin, defineTool, ToolResult } from '@spora/sdk'
const Search = defineTool({
  className: '${className}',
  name: 'web_search',
  description: 'Search the web.',
  settings: [
    { key: 'base_url', label: 'Address', type: 'url', required: true },
    { key: 'api_key', label: 'API key', type: 'password', required: true },
    { key: 'limit', label: 'Results', type: 'number', default: 5 },
  ],
  parameters: { query: { type: 'string', description: 'What to look for.' } },
  describe: () => 'Search',
  execute: async () => ToolResult.ok(''),
})
export default definePlugin({ tools: [Search] })
`

/** The contract over /rpc, as the page speaks it. */
function rpc({ server }: ServedApp, token: string): ContractClient {
  return createORPCClient(new RPCLink({ url: `${server.origin}/rpc`, headers: { authorization: `Bearer ${token}` } }))
}

describe('the envelope', () => {
  test('2-architecture: an answer is {data}, also for lists, nothing and a new thing', async () => {
    const { rest } = await servedApp()
    expect(await rest('GET', '/agents')).toEqual({ status: 200, data: [] })
    const made = await rest('POST', '/agents', { name: 'Ada' })
    expect(made).toMatchObject({ status: 201, data: { id: 1, name: 'Ada', tools: [] } })
    expect(await rest('GET', '/agents')).toEqual({ status: 200, data: [made.data] })
    expect(await rest('GET', '/agents/1')).toEqual({ status: 200, data: made.data })
    expect(await rest('DELETE', '/agents/1')).toEqual({ status: 200, data: { removed: true } })
  })

  test('2-architecture: an error is {error: {code, message, details}} and nothing else', async () => {
    const { rest } = await servedApp()
    expect(await rest('GET', '/agents/7')).toEqual({
      status: 404,
      error: { code: 'AGENT_NOT_FOUND', message: expect.stringContaining('7'), details: expect.any(Object) },
    })
    expect(await rest('GET', '/nothing')).toEqual({
      status: 404,
      error: { code: 'NOT_FOUND', message: expect.any(String), details: {} },
    })
  })

  test('R13: input that is not understood names every field, in the sentence and in the details', async () => {
    const { rest } = await servedApp()
    const wrong = await rest('POST', '/agents', { max_steps: 'many', retry_after_minutes: -1, colour: 'red' })
    expect([wrong.status, wrong.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    for (const field of ['name', 'max_steps', 'retry_after_minutes'])
      expect(wrong.error.details.fields).toContainEqual({ field, message: expect.any(String) })
    expect(wrong.error.message).toContain('name:')
    expect(JSON.stringify(wrong.error.details)).toContain('colour')

    const deep = await rest('POST', '/tasks/1/approve', { decisions: [{ call_id: 5 }] })
    expect(deep.error.details.fields).toContainEqual({ field: 'decisions.0.call_id', message: expect.any(String) })

    for (const path of ['/agents/x', '/agents/1.5', '/agents/-1', '/agents/0', '/agents/9e999'])
      expect(await rest('GET', path), path).toMatchObject({
        status: 422,
        error: { code: 'VALIDATION_ERROR', message: expect.stringContaining('id:') },
      })
    expect(await rest('POST', '/agents', 'null')).toMatchObject({ status: 422 })
    expect(await rest('POST', '/agents', '[]')).toMatchObject({ status: 422 })
    expect(await rest('POST', '/agents', '"x"')).toMatchObject({ status: 422 })
  })

  test('B338: broken JSON and a body over 1 MB are refused before any handler', async () => {
    const { rest, server } = await servedApp()
    expect(await rest('POST', '/agents', '{')).toMatchObject({ status: 400, error: { code: 'JSON' } })
    expect(await rest('POST', '/agents', '{"name":"a","name":"b"}')).toMatchObject({ status: 400 })
    expect(await rest('POST', '/agents', '{"name":"a","__proto__":{}}')).toMatchObject({ status: 400 })
    const large = { host: new URL(server.origin).host, authorization: `Bearer ${server.approveToken}` }
    const json = { 'content-type': 'application/json', 'content-length': '104857600' }
    const port = Number(new URL(server.origin).port)
    const answer = await rawRequest(
      port,
      requestText({ method: 'POST', path: '/api/v1/agents' }, { ...large, ...json }),
    )
    expect(answer.status).toBe(413)
    expect(await rest('GET', '/agents')).toEqual({ status: 200, data: [] })
  })

  test('B338: what the rpc format can say beside JSON makes no other objects', async () => {
    const { server } = await servedApp()
    const metas = [
      [[1, 'a', '__proto__', 'x']],
      [[1, '__proto__', 'x']],
      [[1, 'constructor', 'prototype', 'x']],
      [[99, 'a']],
      [[0, 'name']],
      'x',
      [[5, 'name']],
    ]
    for (const meta of metas) {
      const response = await fetch(`${server.origin}/rpc/agents/create`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.approveToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ json: { name: 'Ada', a: {} }, meta }),
      })
      expect(response.status, JSON.stringify(meta)).toBeGreaterThanOrEqual(400)
      expect(({} as Record<string, unknown>).x).toBeUndefined()
    }
  })

  test('R13: an answer of the gates is an error with its sentence for the page too', async () => {
    const app = await servedApp()
    await expect(rpc(app, 'wrong').tools.list()).rejects.toMatchObject({
      code: 'TOKEN',
      status: 401,
      message: expect.stringContaining('the address Spora printed'),
    })
  })

  test('B337: GET changes nothing', async () => {
    const { rest, server } = await servedApp()
    await rest('POST', '/agents', { name: 'Ada' })
    for (const path of [
      '/tasks/1/approve',
      '/tasks/1/abort',
      '/agents/1/duplicate',
      '/agents/1/tools/time/enable',
      '/calls/x/edit',
    ])
      expect((await rest('GET', path)).status, path).toBe(405)
    const headers = { authorization: `Bearer ${server.approveToken}` }
    for (const procedure of ['agents/duplicate', 'agents/remove', 'tasks/approve', 'plugins/remove']) {
      const url = `${server.origin}/rpc/${procedure}?data=${encodeURIComponent('{"json":{"id":1}}')}`
      expect((await fetch(url, { headers })).status, procedure).toBe(405)
    }
    expect((await rest('GET', '/agents')).data).toHaveLength(1)
  })
})

describe('the run token', () => {
  test('B344: it starts and follows work, and decides nothing, however the address is spelled', async () => {
    const app = await servedApp()
    const { rest, server } = app
    const { runToken } = server
    await rest('POST', '/agents', { name: 'Ada' })
    expect((await rest('GET', '/tools', undefined, runToken)).status).toBe(200)
    expect((await rest('POST', '/tasks', { agent_id: 1, prompt: 'Hello' }, runToken)).status).toBe(201)
    const deciding = [
      '/rpc/tasks/approve',
      '/rpc/calls/edit',
      '/rpc/calls/resolve',
      '/api/v1/tasks/1/approve',
      '/api/v1/calls/x/edit',
      '/api/v1/calls/x/resolve',
    ]
    const spellings = (path: string) => [
      path,
      `${path}/`,
      `${path}?a=1`,
      path.replace('p', '%70'),
      path.replace('/v1/', '/v1/./'),
    ]
    const host = new URL(server.origin).host
    for (const path of deciding.flatMap(spellings)) {
      const headers = {
        host,
        authorization: `Bearer ${runToken}`,
        'content-type': 'application/json',
        'content-length': '2',
      }
      const { status } = await rawRequest(
        Number(host.split(':')[1]),
        requestText({ method: 'POST', path, body: '{}' }, headers),
      )
      expect([403, 404], path).toContain(status)
      if (deciding.includes(path)) expect(status, path).toBe(403)
    }
  })

  test('B344: besides reading it may use these procedures; any other is refused before its input is looked at', async () => {
    const app = await servedApp()
    type Call = (input?: unknown) => Promise<unknown>
    const client = rpc(app, app.server.runToken) as unknown as Record<string, Record<string, Call>>
    const allowed: string[] = []
    for (const [noun, procedures] of Object.entries(contract))
      for (const [verb, procedure] of Object.entries(procedures)) {
        if (procedure['~orpc'].route.method === 'GET') continue
        const code = await client[noun]?.[verb]?.({}).then(
          () => 'done',
          (error: { code: string }) => error.code,
        )
        if (code !== 'IPC_FORBIDDEN') allowed.push(`${noun}.${verb}`)
      }
    // What is added here may decide nothing about what agents do without asking.
    expect(allowed.sort()).toEqual([
      'calls.check',
      'settings.get',
      'tasks.abort',
      'tasks.continue',
      'tasks.create',
      'tasks.rename',
      'tasks.retry',
    ])
  })
})

describe('tools and agents under the paths of the seeds', () => {
  test('D2: GET /tools answers a tool with its parameters and its settings in one', async () => {
    const { rest } = await servedApp({ acme: search('AcmeSearch') })
    const { status, data } = await rest('GET', '/tools')
    const tools = data as ToolView[]
    expect(status).toBe(200)
    expect(tools.map(tool => tool.qualified_name)).toEqual(
      expect.arrayContaining(['acme:web_search', 'calculator', 'time']),
    )
    expect(tools.find(tool => tool.name === 'web_search')).toMatchObject({
      tool_class: 'acme/AcmeSearch',
      plugin_slug: 'acme',
      state: 'needs_configuration',
      missing_required: [
        { key: 'base_url', label: 'Address' },
        { key: 'api_key', label: 'API key' },
      ],
      parameter_schema: { type: 'object', properties: { query: { type: 'string' } } },
      settings_schema: [
        { key: 'base_url', type: 'url', required: true },
        { key: 'api_key', type: 'password', required: true },
        { key: 'limit', type: 'number', default: 5 },
      ],
    })
  })

  test('D3: an agent answers with the tools it has and their icons', async () => {
    const { rest } = await servedApp()
    await rest('POST', '/agents', { name: 'Ada' })
    const enabled = await rest('POST', '/agents/1/tools/calculator/enable')
    expect([enabled.status, (enabled.data as AgentToolView).enabled]).toEqual([200, true])
    for (const view of [((await rest('GET', '/agents')).data as AgentView[])[0], (await rest('GET', '/agents/1')).data])
      expect(view).toMatchObject({
        id: 1,
        tools: [{ name: 'calculator', icon: { kind: 'bundled', name: expect.any(String) } }],
      })
  })

  test('C5: a tool whose settings are missing is not enabled, and the answer says which', async () => {
    const { rest } = await servedApp({ acme: search('AcmeSearch') })
    await rest('POST', '/agents', { name: 'Ada' })
    for (const id of ['web_search', 'acme:web_search', 'acme%3Aweb_search']) {
      const answer = await rest('POST', `/agents/1/tools/${id}/enable`)
      expect([answer.status, answer.error.code]).toEqual([422, 'SETTINGS_MISSING'])
      // As the seed lists them: keys alone.
      expect(answer.error.details.missing_required).toEqual(['base_url', 'api_key'])
      expect(answer.error.details.missing).toEqual([
        { key: 'base_url', label: 'Address' },
        { key: 'api_key', label: 'API key' },
      ])
      expect(answer.error.message).toContain('API key')
    }
    const scope = { scope: 'global' }
    const changes = [
      { key: 'base_url', action: 'set', value: 'https://search.example.org' },
      { key: 'api_key', action: 'set', value: 'secret-canary-1' },
    ]
    const saved = await rest('POST', '/settings/save', { tool_class: 'acme/AcmeSearch', scope, revision: 0, changes })
    expect(saved.status).toBe(200)
    expect(JSON.stringify(saved.data)).not.toContain('canary')
    expect((await rest('POST', '/agents/1/tools/web_search/enable')).data).toMatchObject({ enabled: true })
  })

  test('R2: a name that fits two tools is 409 with both names; slug:name is always exact; an unknown one is 404', async () => {
    const { rest } = await servedApp({ acme: search('AcmeSearch'), other: search('OtherSearch') })
    await rest('POST', '/agents', { name: 'Ada' })
    const ambiguous = await rest('POST', '/agents/1/tools/web_search/enable')
    expect([ambiguous.status, ambiguous.error.code]).toEqual([409, 'TOOL_AMBIGUOUS'])
    expect(ambiguous.error.details.qualified_names).toEqual(['acme:web_search', 'other:web_search'])
    expect((await rest('POST', '/agents/1/tools/other:web_search/enable')).error.code).toBe('SETTINGS_MISSING')
    for (const id of [
      'nothing',
      'acme:nothing',
      'nothing:web_search',
      'WEB_SEARCH',
      '__proto__',
      'constructor',
      '%20',
      'web_search%00',
    ]) {
      const unknown = await rest('POST', `/agents/1/tools/${id}/enable`)
      expect([unknown.status, unknown.error.code], id).toEqual([404, 'TOOL_NOT_FOUND'])
    }
    expect((await rest('POST', '/agents/9/tools/time/enable')).error.code).toBe('AGENT_NOT_FOUND')
  })

  test('R2: a plugin’s tool called as a core tool leaves both within reach', async () => {
    const { rest } = await servedApp({ sums: search('SumsTool').replaceAll('web_search', 'calculator') })
    await rest('POST', '/agents', { name: 'Ada' })
    const ambiguous = await rest('POST', '/agents/1/tools/calculator/enable')
    expect([ambiguous.status, ambiguous.error.code]).toEqual([409, 'TOOL_AMBIGUOUS'])
    expect(ambiguous.error.details.qualified_names).toEqual(['calculator', 'sums:calculator'])
    expect(ambiguous.error.message).toContain('core:calculator, sums:calculator')
    expect((await rest('POST', '/agents/1/tools/core:calculator/enable')).data).toMatchObject({ enabled: true })
    expect((await rest('POST', '/agents/1/tools/sums:calculator/enable')).error.code).toBe('SETTINGS_MISSING')
    for (const id of ['core:', 'core:nothing', 'core:sums:calculator', 'core:calculator:x'])
      expect((await rest('POST', `/agents/1/tools/${id}/enable`)).error.code, id).toBe('TOOL_NOT_FOUND')
  })

  test('C5: what was switched on under the seed’s path is switched off there', async () => {
    const { rest } = await servedApp()
    await rest('POST', '/agents', { name: 'Ada' })
    await rest('POST', '/agents/1/tools/time/enable')
    const off = await rest('DELETE', '/agents/1/tools/time/enable')
    expect([off.status, off.data]).toMatchObject([200, { enabled: false, tool: { name: 'time' } }])
    expect((await rest('GET', '/agents/1')).data).toMatchObject({ tools: [] })
  })

  test('R13: a method an address does not take is said, with those it takes', async () => {
    const { rest } = await servedApp()
    expect(await rest('PATCH', '/tools')).toEqual({
      status: 405,
      error: {
        code: 'METHOD_NOT_ALLOWED',
        message: 'PATCH is not answered here. This address takes GET.',
        details: { allowed: ['GET'] },
      },
    })
    expect((await rest('GET', '/agents/1/tools/time/enable')).error.details).toEqual({ allowed: ['POST', 'DELETE'] })
    for (const path of ['/tools/', '/agents/1/nothing', '/', '/agents//tools', '/agents/1/tools/a/b/enable'])
      expect((await rest('PATCH', path)).status, path).toBe(404)
  })

  test('R13: only what is written as a number is an id', async () => {
    const { rest } = await servedApp()
    for (let each = 0; each < 10; each++) await rest('POST', '/agents', { name: `Agent ${each}` })
    expect((await rest('GET', '/agents/10')).status).toBe(200)
    for (const id of ['1e1', '10.0', '0x0a', '+10', '010', '%2010', '-1', '0', 'ten', '99999999999999999999']) {
      const answer = await rest('GET', `/agents/${id}`)
      expect([answer.status, answer.error.code], id).toEqual([422, 'VALIDATION_ERROR'])
      expect(answer.error.message, id).toContain('id: must be a whole number above 0')
    }
  })

  test('2-architecture: a flag in an address means what it says', async () => {
    const { rest } = await servedApp()
    await rest('POST', '/agents', { name: 'Ada' })
    await rest('POST', '/agents/1/archived', { archived: true })
    const counts = await Promise.all(
      ['', '?archived=false', '?archived=true'].map(query => rest('GET', `/agents${query}`)),
    )
    expect(counts.map(({ data }) => (data as unknown[]).length)).toEqual([0, 0, 1])
    expect((await rest('GET', '/agents?archived=maybe')).status).toBe(422)
  })
})

describe('errors nobody meant', () => {
  const shell: Partial<Shell> = {
    async openExternal() {
      throw Object.assign(new Error('the browser said secret-canary-2'), { config: { key: 'secret-canary-3' } })
    },
    mode: 'secret-canary-4' as Shell['mode'],
  }
  const unexpected = { code: 'INTERNAL', message: expect.stringContaining('The log in the data folder') }

  test('B310: an unexpected error leaves as a code and a sentence; the log says what and where', async () => {
    const app = await servedApp({}, shell)
    const { rest, dataFolder, server } = app
    const answer = await rest('POST', '/system/open-external', { url: 'https://example.org' })
    expect(answer).toEqual({ status: 500, error: { ...unexpected, details: {} } })
    const error = await rpc(app, server.approveToken)
      .system.openExternal({ url: 'https://example.org' })
      .catch((reason: ORPCError<string, unknown>) => reason.toJSON())
    expect(error).toMatchObject(unexpected)
    expect(JSON.stringify([answer, error])).not.toMatch(/canary|\.ts|node_modules|at \w+/)
    const log = readFileSync(join(dataFolder, 'logs/spora.log'), 'utf8')
    expect(log).toContain('the browser said')
    expect(log).not.toContain('secret-canary-3')
  })

  test('B310: an answer that does not fit the contract is kept back, and the log says what did not fit', async () => {
    const { rest, dataFolder } = await servedApp({}, shell)
    const answer = await rest('GET', '/system')
    expect(answer).toEqual({ status: 500, error: { ...unexpected, details: {} } })
    const log = readFileSync(join(dataFolder, 'logs/spora.log'), 'utf8')
    expect(log).toContain('Output validation failed')
    expect(log).not.toContain('canary')
  })
})

describe('events', () => {
  test('B345: a reader that never reads holds up neither others nor the end', async () => {
    const app = await servedApp()
    const { rest, server } = app
    const port = Number(new URL(server.origin).port)
    const stuck = connect(port, '127.0.0.1')
    stuck.pause()
    const headers = { host: `127.0.0.1:${port}`, authorization: `Bearer ${server.approveToken}` }
    stuck.write(requestText({ path: '/api/v1/events' }, headers))
    const reader = await rpc(app, server.approveToken).events.stream()
    const first = await reader.next()
    expect(first.value).toMatchObject({ type: 'hello', restarted: false })
    await rest('POST', '/agents', { name: 'Ada' })
    expect((await reader.next()).value).toMatchObject({ type: 'changed', topic: 'agents' })
    await reader.return(undefined)
    stuck.destroy()
  })

  test('B319: a reader that comes back with its last number gets what it missed, once, in order', async () => {
    const app = await servedApp()
    const { rest, server } = app
    const client = rpc(app, server.approveToken)
    const reader = await client.events.stream()
    const from = ((await reader.next()).value as AppEvent).seq
    await reader.return(undefined)
    for (const name of ['Ada', 'Bob']) await rest('POST', '/agents', { name })
    const again = await client.events.stream({ after: from })
    const seen = [await again.next(), await again.next(), await again.next()].map(({ value }) => value)
    await again.return(undefined)
    expect(seen).toMatchObject([
      { type: 'hello', seq: from, restarted: false },
      { type: 'changed', seq: from + 1, topic: 'agents' },
      { type: 'changed', seq: from + 2, topic: 'agents' },
    ])
  })
})

test('B313: addresses that are not to be opened are refused with their reason', async () => {
  const { rest } = await servedApp({}, { openExternal: async url => externalUrl(url) && true })
  const open = (url: string) => rest('POST', '/system/open-external', { url })
  expect(await open('https://example.org/a?b=c#d')).toEqual({ status: 200, data: { opened: true } })
  for (const url of ['file:///etc/passwd', 'smb://host/share', 'javascript:alert(1)', 'http://example.org'])
    expect(await open(url), url).toMatchObject({ status: 422, error: { code: 'URL_SCHEME' } })
  for (const url of [
    '\\\\host\\share',
    'https://user@example.org',
    `https://example.org/${'a'.repeat(10_000)}`,
    'https://a\u0000.org',
  ])
    expect(await open(url), url).toMatchObject({ status: 422, error: { code: 'URL_INVALID' } })
})
