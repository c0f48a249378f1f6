/**
 * Entry of a plugin's process: `plugin-host.js FOLDER SDK_FILE`. Everything the host needs is taken before the plugin's
 * code runs, so that a plugin that replaces `JSON` or `Promise` disturbs itself only.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AllowRules } from '../../net/guarded-fetch/allow-rules.ts'
import { callFetch } from './call-fetch.ts'
import { FrameWriter } from './frame-writer.ts'
import { listenToApp } from './host-channel.ts'
import { LoadedPlugin } from './loaded-plugin.ts'
import { type HostFrame, type HostMethods, type HostRequest, PROTOCOL } from './protocol.ts'
import { provideSdk } from './provide-sdk.ts'
import { redirectOutput } from './redirect-output.ts'
import { currentCall, runCall } from './tool-call.ts'

/** Far more than is shown; the app cuts and collapses. */
const DESCRIPTION_LIMIT = 4_000

type Sdk = typeof import('@spora/sdk')
type Params<M extends keyof HostMethods> = HostMethods[M]['params']

const { stringify } = JSON
const exit = process.exit.bind(process)
const [folder = '', sdkFile = ''] = process.argv.slice(2)
const sdkUrl = pathToFileURL(sdkFile).href
const writer = new FrameWriter(redirectOutput())
const running = new Map<number, AbortController>()
const toldHosts = new Set<string>()
let plugin: LoadedPlugin | undefined

provideSdk(folder, sdkUrl)

const methods: { [M in keyof HostMethods]: (params: Params<M>, id: number) => Promise<HostMethods[M]['result']> } = {
  async load({ main, net }) {
    const sdk = (await import(sdkUrl)) as Sdk
    globalThis.fetch = globalFetch({ net, named: [] })
    plugin = await LoadedPlugin.load(pathToFileURL(join(folder, main)).href, sdk)
    return { name: plugin.name, tools: plugin.tools.length }
  },
  async describe() {
    return { tools: loaded().describe(), folders: loaded().folders() }
  },
  async describe_action({ tool, arguments: args }) {
    return {
      text: String(
        await loaded()
          .tool(tool)
          .describeAction(args as never),
      ).slice(0, DESCRIPTION_LIMIT),
    }
  },
  async execute(params, id) {
    const stop = new AbortController()
    running.set(id, stop)
    try {
      return await runCall(loaded().tool(params.tool), params, {
        signal: stop.signal,
        fetch: callFetch({ rules: params.allow, signal: stop.signal, onHost: tellHost }),
        progress: progressOf(id),
      })
    } finally {
      running.delete(id)
    }
  },
  async ping() {
    return {}
  },
  async shutdown() {
    for (const stop of running.values()) stop.abort(new Error('the plugin is shut down'))
    setImmediate(() => exit(0))
    return {}
  },
}

function loaded(): LoadedPlugin {
  if (!plugin) throw new Error('The plugin is not loaded.')
  return plugin
}

/** The global `fetch`: that of the running call, so that libraries are guarded too. */
function globalFetch(rules: AllowRules): typeof fetch {
  const outside = callFetch({ rules, onHost: tellHost })
  return (input, init) => (currentCall.getStore()?.fetch ?? outside)(input, init)
}

function tellHost(host: string, allowed: boolean): void {
  const key = `${host} ${allowed}`
  if (toldHosts.has(key) || toldHosts.size > 1_000) return
  toldHosts.add(key)
  writer.send({ type: 'host', host, allowed })
}

const PROGRESS_EVERY_MS = 50

function progressOf(id: number) {
  let last = 0
  return (fraction: number | null, text: string) => {
    const time = Date.now()
    if (time - last < PROGRESS_EVERY_MS && fraction !== 1) return
    last = time
    writer.send({ type: 'progress', id, fraction, text: text.slice(0, 300) })
  }
}

async function answer(request: Exclude<HostRequest, { method: 'abort' }>): Promise<void> {
  const { id, method } = request
  try {
    const run = methods[method] as (params: unknown, id: number) => Promise<unknown>
    const result = await run(request.params, id)
    writer.sendJson(id, stringify({ type: 'result', id, result } satisfies HostFrame))
  } catch (error) {
    if (method === 'load' && isUnreadable(error)) dieOfSyntax(error)
    else writer.send({ type: 'error', id, error: hostError(error) })
  }
}

/** A module that cannot be read; not a text that the plugin itself could not, as with JSON.parse. */
function isUnreadable(error: unknown): error is SyntaxError {
  if (!(error instanceof SyntaxError)) return false
  const [, first = ''] = /^\s+at (.*)$/m.exec(error.stack ?? '') ?? []
  return first === '' || first.includes('node:internal/')
}

function hostError(error: unknown) {
  if (!(error instanceof Error)) return { code: 'PLUGIN_THREW', message: String(error).slice(0, 500), stack: null }
  const { code } = error as { code?: unknown }
  const known = typeof code === 'string' && /^(PLUGIN|TOO|TOOL)_/.test(code)
  return {
    code: known ? code : 'PLUGIN_THREW',
    message: error.message.slice(0, 500),
    stack: error.stack?.slice(0, 10_000) ?? null,
  }
}

/** An error nobody caught leaves the plugin in a state nobody knows: it is said, and the process ends. */
function die(what: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const stack = error instanceof Error ? (error.stack?.slice(0, 10_000) ?? null) : null
  writer.send({ type: 'dying', code: 'PLUGIN_EXITED', reason: `${what}: ${message.slice(0, 300)}`, stack })
  exit(1)
}

/** Only the runtime knows where a syntax error stands, and it says so only when nothing catches it. */
function dieOfSyntax(error: SyntaxError): void {
  writer.send({ type: 'dying', code: 'PLUGIN_SYNTAX', reason: error.message.slice(0, 300), stack: null })
  process.removeAllListeners('uncaughtException')
  setImmediate(() => {
    throw error
  })
}

process.on('uncaughtException', error => die('an error that nothing caught', error))
process.on('unhandledRejection', error => die('a rejected promise that nothing caught', error))
listenToApp(request => {
  if (request.method === 'abort') running.get(request.id)?.abort(new Error(request.reason))
  else void answer(request)
})
writer.send({ type: 'ready', protocol: PROTOCOL })
