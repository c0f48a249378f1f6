import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { expect, type Page } from '@playwright/test'
import { startAnthropicServer } from '../../test/model-servers/anthropic-server.ts'
import { startHttpProxy } from '../../test/model-servers/http-proxy.ts'
import { startOpenAIServer } from '../../test/model-servers/openai-server.ts'
import type { ScriptedTurn } from '../../test/model-servers/script.ts'
import { newFolder } from '../support/launch-app.ts'
import { launchBrowser } from '../support/launch-serve.ts'
import { restOf } from '../support/serve-page.ts'
import { followRequests } from '../support/settled.ts'
import { CANARIES, type Canaries, everyForm, type Sinks } from './canaries.ts'
import { carelessPlugin, PLUGIN } from './careless-plugin.ts'
import { heapStrings } from './heap-strings.ts'

export interface Lived {
  readonly canaries: Canaries
  readonly sinks: Sinks
}

type Rest = ReturnType<typeof restOf>

/**
 * A day with the app in which secrets are entered and used, and everything that uses them goes wrong once. Answers all
 * that came out of it. `out`: the build.
 */
export async function liveWithSecrets(out: string): Promise<Lived> {
  const servers = await startServers()
  const folder = newFolder()
  const app = await start(out, folder, servers.proxy.url)
  const browser = await launchBrowser()
  try {
    const rest = restOf(app)
    const ids = await enterSecrets(rest, servers)
    const errors = await goWrong(rest, servers)
    const events = await followEvents(app)
    await chat(rest, ids)
    const { text, traffic, heap } = await lookAround(await browser.newPage(), app, ids)
    const exported = await exportAgents(rest, ids)
    await rest('POST', '/data/backups')
    const diagnostics = await rest<{ text: string }>('GET', '/data/diagnostics')
    const chats = await everyChat(rest)
    const log = await rest('GET', `/plugins/${PLUGIN}/log`)
    const read = await everythingRead(rest, ids)
    const instance = JSON.parse(readFileSync(join(folder, 'instance.json'), 'utf8')) as Record<string, string>
    events.stop()
    const own = (path: string) => path !== 'instance.json' && !path.startsWith('plugin-data')
    // Also what is written ahead and gone once the app has closed.
    const running = [...filesOf(folder, own)].map(([name, held]) => [`${name}, while it ran`, held] as const)
    await app.close()
    const files = new Map([...running, ...filesOf(folder, own)])
    const child = filesOf(join(folder, 'plugin-data'), () => true)
    return {
      canaries: { ...CANARIES, runToken: instance.run_token ?? '', instanceToken: instance.token ?? '' },
      sinks: {
        ipc: new Map([...traffic, ['events', bytes(events.text())], ['reading', bytes(read)]]),
        logs: new Map([
          ['printed', bytes(app.printed())],
          ['the plugin’s', bytes(log)],
          ...filesOf(join(folder, 'logs'), () => true),
        ]),
        models: new Map([
          ['openai', bytes(servers.openai.requests.map(({ body }) => body))],
          ['anthropic', bytes(servers.anthropic.requests.map(({ body }) => body))],
        ]),
        exports: exported,
        child,
        diagnostics: new Map([['text', bytes(diagnostics.text)]]),
        files,
        heap: new Map([['strings', heap]]),
        errors: new Map([
          ['answers', bytes(errors)],
          ['pages', bytes(text)],
        ]),
        results: new Map([['chats', bytes(chats)]]),
      },
    }
  } finally {
    await browser.close()
    await app.close()
    await servers.close()
  }
}

type Servers = Awaited<ReturnType<typeof startServers>>

async function startServers() {
  const answer = (key: string, body: { messages: readonly { role: string; content?: unknown }[] }): ScriptedTurn => {
    const said = JSON.stringify(body.messages.findLast(({ role }) => role === 'user')?.content ?? '')
    const tools = ['answers', 'fails', 'prints'].map(name => ({ name: `${PLUGIN}__${name}`, arguments: {} }))
    if (said.includes('use the tools') && body.messages.at(-1)?.role === 'user' && !said.includes('tool_result'))
      return { calls: tools }
    if (said.includes('be refused')) return refusal(key, 401)
    if (said.includes('be told off')) return refusal(key, 400)
    return { text: `Your key is ${everyForm(key)}.` }
  }
  const refusal = (key: string, status: number): ScriptedTurn => ({
    fault: {
      kind: 'status',
      status,
      headers: { 'set-cookie': `session=${CANARIES.cookie}; Path=/` },
      body: JSON.stringify({
        error: {
          type: 'invalid_request_error',
          message: `Bad key: ${everyForm(key)} Basic ${Buffer.from(`user:${key}`).toString('base64')}`,
        },
      }),
    },
  })
  const openai = await startOpenAIServer(body => answer(CANARIES.openaiKey, body))
  const anthropic = await startAnthropicServer(body => answer(CANARIES.anthropicKey, body as never))
  const proxy = await startHttpProxy(Number(new URL(openai.origin).port), `ada:${CANARIES.proxyPassword}`)
  return { openai, anthropic, proxy, close: () => Promise.all([openai.close(), anthropic.close(), proxy.close()]) }
}

async function start(out: string, folder: string, proxy: string) {
  const child = spawn('node', [join(out, 'main/serve.js'), '--data', folder], {
    env: {
      ...process.env,
      SPORA_KEY_FILE: `${folder}.key`,
      HTTP_PROXY: proxy.replace('//', `//ada:${encodeURIComponent(CANARIES.proxyPassword)}@`),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  }) as ChildProcessByStdio<null, Readable, Readable>
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (printed += chunk))
  const address = await new Promise<URL>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', line => {
      const found = /http:\/\/127\.0\.0\.1:\d+\/#token=\S+/.exec(line)?.[0]
      if (found) resolve(new URL(found))
    })
    child.once('exit', code => reject(new Error(`serve ended with ${code}: ${printed}`)))
  })
  return {
    address: address.href,
    origin: address.origin,
    token: address.hash.replace('#token=', ''),
    printed: () => printed,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'close') // all it printed was read
      child.kill('SIGTERM')
      await gone
    },
  }
}

type Ids = Awaited<ReturnType<typeof enterSecrets>>

async function enterSecrets(rest: Rest, { anthropic }: Servers) {
  await rest('PATCH', '/preferences', { welcomed: true })
  const saved = await rest<{ id: number }>('POST', '/models', {
    name: 'Through the proxy',
    driver: 'openai_compatible',
    settings: { base_url: 'http://model.test/v1', model: 'm', api_key: CANARIES.openaiKey, allow_insecure: true },
    is_default: true,
  })
  const other = await rest<{ id: number }>('POST', '/models', {
    name: 'Nearby',
    driver: 'anthropic_compatible',
    settings: { base_url: anthropic.baseUrl, model: 'm', api_key: CANARIES.anthropicKey },
  })
  const { candidate_id, digest } = await rest<{ candidate_id: string; digest: string }>('POST', '/plugins/choose', {
    path: carelessPlugin(),
  })
  await rest('POST', '/plugins', { candidate_id, digest, mode: 'link' })
  const tools = (await rest<{ tool_class: string }[]>('GET', '/tools'))
    .map(tool => tool.tool_class)
    .filter(name => name.startsWith(`${PLUGIN}/`))
  const [agent, second] = await Promise.all(
    ['Ada', 'Bob'].map(name => rest<{ id: number }>('POST', '/agents', { name })),
  )
  if (!agent || !second) throw new Error('There are no agents.')
  await rest('PATCH', `/agents/${second.id}`, { change: { llm_config_id: other.id } })
  const save = async (tool_class: string, scope: object, values: Record<string, string>) => {
    const { revision } = await rest<{ revision: number }>('POST', '/settings/get', { tool_class, scope })
    const changes = Object.entries(values).map(([key, value]) => ({ key, action: 'set', value }))
    await rest('POST', '/settings/save', { tool_class, scope, revision, changes })
  }
  for (const tool_class of tools) {
    if (tool_class.endsWith('/OtherTool')) {
      await save(tool_class, { scope: 'global' }, { other: CANARIES.otherTool })
      continue
    }
    const hook = `http://127.0.0.1:9/${CANARIES.hook}?x=1`
    await save(tool_class, { scope: 'global' }, { everyone: CANARIES.toolForEveryone, hook, json: CANARIES.json })
    await save(tool_class, { scope: 'user' }, { user: CANARIES.toolOfUser })
    await save(tool_class, { scope: 'agent', agent_id: agent.id }, { agent: CANARIES.toolOfAgent })
  }
  for (const { id } of [agent, second])
    for (const tool_class of tools) await rest('POST', `/agents/${id}/tools`, { tool_class, enabled: true })
  return { agent: agent.id, second: second.id, model: saved.id, tools }
}

/** What a person does wrong with secrets. Answers what they are told. */
async function goWrong(rest: Rest, { anthropic, openai }: Servers): Promise<string[]> {
  const scope = { scope: 'global' }
  const tool_class = `${PLUGIN}/AnswersTool`
  const draft = { name: 'x', driver: 'openai_compatible' }
  const attempts: [string, string, unknown][] = [
    ['POST', '/settings/save', { tool_class, scope, revision: 99, changes: set('everyone', CANARIES.toolForEveryone) }],
    ['POST', '/settings/save', { tool_class, scope, revision: 1, changes: set('everyone', `${CANARIES.json}\n`) }],
    ['POST', '/settings/save', { tool_class, scope, revision: 1, changes: set('unknown', CANARIES.json) }],
    ['POST', '/settings/save', { tool_class, scope, changes: CANARIES.json }],
    ['POST', '/models', { ...draft, settings: { base_url: `http://ada:${CANARIES.hook}@x.test/`, model: 'm' } }],
    ['POST', '/models', { ...draft, settings: { base_url: 'no address', model: 'm', api_key: CANARIES.openaiKey } }],
    ['POST', '/models', { ...draft, settings: { wrong: CANARIES.openaiKey } }],
    [
      'POST',
      '/models/test',
      { ...draft, settings: { base_url: openai.baseUrl, model: 'm', api_key: `${CANARIES.openaiKey}` } },
    ],
    [
      'POST',
      '/models/test',
      {
        ...draft,
        driver: 'anthropic_compatible',
        settings: { base_url: `${anthropic.origin}/wrong`, model: 'm', api_key: CANARIES.anthropicKey },
      },
    ],
    ['POST', '/system/open-external', { url: `javascript:${CANARIES.hook}` }],
  ]
  const told: string[] = []
  for (const [method, path, body] of attempts)
    told.push(await rest(method, path, body).then(JSON.stringify, error => String(error)))
  return told
}

function set(key: string, value: string) {
  return [{ key, action: 'set', value }]
}

async function chat(rest: Rest, { agent, second }: Ids): Promise<void> {
  for (const agent_id of [agent, second])
    for (const prompt of ['Please use the tools.', 'Please be refused.', 'Please be told off.'])
      await rest('POST', '/tasks', { agent_id, prompt })
  const open = async () =>
    (await rest<{ status: string }[]>('GET', '/tasks'))
      .map(({ status }) => status)
      .filter(status => !['COMPLETED', 'FAILED'].includes(status))
  await expect.poll(open, { message: 'the chats end', intervals: [50], timeout: 60_000 }).toEqual([])
}

async function everyChat(rest: Rest): Promise<unknown[]> {
  const chats = await rest<{ id: number }[]>('GET', '/tasks')
  return Promise.all(chats.map(({ id }) => rest('GET', `/tasks/${id}`)))
}

/** What any window may ask for. */
async function everythingRead(rest: Rest, { agent, tools }: Ids): Promise<unknown[]> {
  const paths = [
    '/agents',
    '/models',
    '/models/drivers',
    '/plugins',
    '/tools',
    '/system',
    '/preferences',
    '/rules',
    '/data/backups',
    `/agents/${agent}/tools`,
  ]
  const scopes = [{ scope: 'global' }, { scope: 'user' }, { scope: 'agent', agent_id: agent }]
  return Promise.all([
    ...paths.map(path => rest('GET', path)),
    ...tools.flatMap(tool_class => scopes.map(scope => rest('POST', '/settings/get', { tool_class, scope }))),
  ])
}

async function exportAgents(rest: Rest, { agent }: Ids): Promise<Map<string, Buffer>> {
  const copy = await rest<{ id: number }>('POST', `/agents/${agent}/duplicate`, {})
  const exports = [agent, copy.id].map(async id => [
    `agent ${id}`,
    bytes([
      await rest('GET', `/agents/${id}/export?include_settings=true&include_notes=true`),
      await rest('POST', `/agents/${id}/export`, { include_settings: true, include_notes: true }),
    ]),
  ])
  return new Map((await Promise.all(exports)) as [string, Buffer][])
}

/** Follows what happens, as a window does. */
async function followEvents({ origin, token }: { readonly origin: string; readonly token: string }) {
  const abort = new AbortController()
  let text = ''
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await fetch(`${origin}/api/v1/events`, { headers, signal: abort.signal })
  void (async () => {
    for await (const part of body ?? []) text += Buffer.from(part as Uint8Array).toString()
  })().catch(() => {})
  return { text: () => text, stop: () => abort.abort() }
}

/** Opens every screen. Answers what stood there, what went over the wire, and what the page's memory holds. */
async function lookAround(
  page: Page,
  { address, origin }: { readonly address: string; readonly origin: string },
  { agent, second, tools }: Ids,
) {
  const traffic = new Map<string, Buffer>()
  const reading: Promise<unknown>[] = []
  let count = 0
  page.on('request', request => traffic.set(`request ${++count}`, bytes([request.url(), request.postData() ?? ''])))
  page.on('response', response => {
    if (response.url().includes('/events')) return
    const name = `answer ${++count} of ${new URL(response.url()).pathname}`
    reading.push(
      response.body().then(
        body => traffic.set(name, body),
        () => undefined,
      ),
    )
  })
  page.on('console', message => traffic.set(`console ${++count}`, bytes(message.text())))
  const settled = followRequests(page)
  await page.goto(address)
  const text: string[] = []
  const places = [
    'chats',
    'chats/1',
    'chats/2',
    'chats/3',
    'chats/4',
    'chats/5',
    'chats/6',
    'approvals',
    'agents',
    `agents/${agent}`,
    `agents/${second}/tools`,
    'tools',
    ...tools.map(
      name =>
        `tools/${encodeURIComponent(`${PLUGIN}:${name.split('/')[1]?.replace('Tool', '').toLowerCase()}`)}/settings`,
    ),
    'plugins',
    `plugins/${PLUGIN}`,
    `plugins/${PLUGIN}/log`,
    'settings/models',
    'settings/data',
    'settings/privacy',
    'settings/about',
  ]
  for (const place of places) {
    await page.goto(`${origin}/#/${place}`)
    await settled()
    text.push(String(await page.locator('body').textContent()))
  }
  const heap = bytes(await heapStrings(page))
  await Promise.all(reading)
  return { text, traffic, heap }
}

function filesOf(folder: string, wanted: (path: string) => boolean): Map<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(name => join(folder, name))
  const files = paths.filter(path => statSync(path).isFile() && wanted(relative(folder, path)))
  return new Map(files.map(path => [relative(folder, path), readFileSync(path)]))
}

/** Texts as they are, anything else as JSON, which keeps a text recognisable. */
function bytes(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.from(value)
  if (Array.isArray(value)) return Buffer.concat(value.flatMap(item => [bytes(item), Buffer.from('\n')]))
  return Buffer.from(JSON.stringify(value) ?? '')
}
