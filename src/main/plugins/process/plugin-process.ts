import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sentence } from '../../text/sentence.ts'
import { CallClock } from '../../tools/call-clock.ts'
import { within } from '../../tools/within.ts'
import type { ExecuteParams, HostMethods } from '../host/protocol.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { PluginLog } from '../plugin-log.ts'
import type { Breaker } from './breaker.ts'
import type { ForkHost } from './fork-host.ts'
import { HostConnection, HostReplyError } from './host-connection.ts'
import { DEADLINES, type Deadlines, QUOTAS, type Quotas } from './limits.ts'
import { PluginFailure } from './plugin-failure.ts'

export interface PluginProcessOptions {
  readonly manifest: PluginManifest
  readonly folder: string
  readonly dataFolder: string
  readonly fork: ForkHost
  readonly log: PluginLog
  readonly breaker: Breaker
  readonly deadlines?: Partial<Deadlines>
  readonly quotas?: Partial<Quotas>
  /** Looked at before each start; what it throws is why the plugin does not run. */
  readonly beforeStart?: () => Promise<void>
  readonly onHost?: (host: string, allowed: boolean) => void
  /** The process ended although nobody asked it to. */
  readonly onCrash?: (failure: PluginFailure) => void
}

export type CallEnd =
  | { readonly kind: 'answered'; readonly result: unknown }
  /** The plugin never heard of the call, or said itself that it failed. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'lost'; readonly reason: string }

export interface CallOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onProgress: (fraction: number | null, text: string) => void
}

/** A plugin's process over all its lives: started when needed, ended when it misbehaves, not restarted too often. */
export class PluginProcess {
  readonly #options: PluginProcessOptions
  readonly #deadlines: Deadlines
  readonly #quotas: Quotas
  #starting: Promise<HostConnection> | undefined
  #connection: HostConnection | undefined
  /** Started, not yet ready for calls. */
  #booting: HostConnection | undefined
  #stopped = false
  readonly #halt = new AbortController()

  constructor(options: PluginProcessOptions) {
    this.#options = options
    this.#deadlines = { ...DEADLINES, ...options.deadlines }
    this.#quotas = { ...QUOTAS, ...options.quotas }
  }

  get running(): boolean {
    return this.#connection !== undefined
  }

  /** Somebody waits for an answer of it. */
  get busy(): boolean {
    return this.#starting !== undefined || (this.#connection?.inFlight ?? 0) > 0
  }

  /** Starts it if need be. Rejects with a PluginFailure. */
  async ready(): Promise<void> {
    await this.#connect()
  }

  /** Starts it if need be, and asks what it brings. Rejects with a PluginFailure. */
  async describe(): Promise<HostMethods['describe']['result']> {
    const connection = await this.#connect()
    const sent = connection.request('describe', {})
    if (!sent) throw new PluginFailure('PLUGIN_EXITED', 'Its process ended before it described its tools.')
    return this.#orKill(connection, sent.answer, this.#deadlines.loadMs, 'PLUGIN_LOAD_TIMEOUT', 'describe its tools')
  }

  /** One line about a call. Rejects when the tool cannot say. */
  async describeAction(params: HostMethods['describe_action']['params']): Promise<string> {
    const connection = await this.#connect()
    const sent = connection.request('describe_action', params)
    if (!sent) throw new PluginFailure('PLUGIN_EXITED', 'Its process ended.')
    const late = new PluginFailure(
      'PLUGIN_TIMEOUT',
      `It did not describe the call within ${this.#deadlines.describeMs / 1_000} s.`,
    )
    const { text } = await within(sent.answer, this.#deadlines.describeMs, () => {
      connection.forget(sent.id)
      this.#killUnlessListening(connection)
      return late
    })
    return text
  }

  async execute(params: ExecuteParams, { timeoutMs, signal, onProgress }: CallOptions): Promise<CallEnd> {
    let connection: HostConnection | null
    try {
      connection = signal.aborted ? null : await unlessAborted(this.#connect(), signal)
    } catch (error) {
      return { kind: 'refused', message: `The plugin does not run: ${messageOf(error)}` }
    }
    if (connection === null) return { kind: 'refused', message: 'The call was stopped before it began.' }
    if (connection.inFlight >= this.#quotas.callsInFlight)
      return { kind: 'refused', message: `The plugin is busy with ${connection.inFlight} calls. Try again later.` }
    let clock: CallClock | undefined
    const sent = connection.request('execute', params, (fraction, text) => {
      onProgress(fraction, text)
      clock?.alive()
    })
    if (!sent) return { kind: 'refused', message: 'The plugin’s process ended before the call began. Try again.' }
    const stop = this.#stopper(connection, sent.id)
    clock = new CallClock(timeoutMs, () => stop(`it took longer than ${timeoutMs / 1_000} s`))
    const aborted = () => {
      clock?.stop()
      stop(signal.reason instanceof Error ? signal.reason.message : 'it is not wanted any more')
    }
    signal.addEventListener('abort', aborted, { once: true })
    if (signal.aborted) aborted()
    try {
      return { kind: 'answered', result: await sent.answer }
    } catch (error) {
      if (error instanceof HostReplyError) return { kind: 'refused', message: error.message }
      return { kind: 'lost', reason: messageOf(error) }
    } finally {
      clock.stop()
      stop.undo()
      signal.removeEventListener('abort', aborted)
    }
  }

  /** Ends when nothing runs in it any more. */
  async retire(): Promise<void> {
    this.#stopped = true
    while (this.#connection && this.#connection.inFlight > 0) await sleep(50)
    await this.stop()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#halt.abort()
    const stopped = new PluginFailure('PLUGIN_STOPPED', 'The plugin was stopped.')
    this.#booting?.kill(stopped, false)
    await this.#starting?.catch(() => {})
    const connection = this.#connection
    if (!connection) return
    connection.request('shutdown', {})?.answer.catch(() => {})
    connection.ending = true
    const timer = setTimeout(() => connection.kill(stopped, false), this.#deadlines.shutdownMs)
    await connection.ended
    clearTimeout(timer)
  }

  #connect(): Promise<HostConnection> {
    if (this.#connection && !this.#connection.over) return Promise.resolve(this.#connection)
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined
    })
    return this.#starting
  }

  async #start(): Promise<HostConnection> {
    const { breaker, manifest, folder, dataFolder, fork, log, onHost } = this.#options
    if (this.#stopped) throw new PluginFailure('PLUGIN_STOPPED', 'The plugin was stopped.')
    if (breaker.open) throw breakerFailure(breaker)
    // Nobody waits for the next start of what was stopped meanwhile.
    await sleep(breaker.waitMs(this.#deadlines.restartMs), undefined, { signal: this.#halt.signal }).catch(() => {})
    if (this.#stopped) throw new PluginFailure('PLUGIN_STOPPED', 'The plugin was stopped.')
    await this.#options.beforeStart?.()
    if (this.#stopped) throw new PluginFailure('PLUGIN_STOPPED', 'The plugin was stopped.')
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
    const host = fork({ slug: manifest.slug, folder, dataFolder, permissions: manifest.permissions })
    const connection = new HostConnection(host, { quotas: this.#quotas, log, ...(onHost ? { onHost } : {}) })
    void connection.ended.then(({ failure, crash }) => this.#ended(connection, failure, crash))
    this.#booting = connection
    try {
      await this.#orKill(connection, connection.ready, this.#deadlines.spawnMs, 'PLUGIN_TIMEOUT', 'start its process')
      await this.#load(connection)
      this.#connection = connection
      return connection
    } finally {
      this.#booting = undefined
    }
  }

  async #load(connection: HostConnection): Promise<void> {
    const { main, permissions } = this.#options.manifest
    const sent = connection.request('load', { main, net: permissions.net })
    try {
      if (!sent) throw (await connection.ended).failure
      await this.#orKill(connection, sent.answer, this.#deadlines.loadMs, 'PLUGIN_LOAD_TIMEOUT', 'load')
    } catch (error) {
      const failure = loadFailure(error)
      connection.kill(failure, false)
      throw failure
    }
  }

  #ended(connection: HostConnection, failure: PluginFailure, crash: boolean): void {
    if (this.#connection === connection) this.#connection = undefined
    if (!crash || connection.ending) return
    this.#options.log.add('error', `${failure.code}: ${failure.message}`)
    this.#options.breaker.record()
    this.#options.onCrash?.(failure)
  }

  async #orKill<T>(connection: HostConnection, answer: Promise<T>, ms: number, code: string, what: string): Promise<T> {
    const failure = new PluginFailure(code, `It did not ${what} within ${ms / 1_000} s and was ended.`)
    try {
      return await within(answer, ms, () => failure)
    } catch (error) {
      if (error === failure) connection.kill(failure, false)
      throw error
    }
  }

  /** A slow answer is no reason to end what else runs there; a process that hears nothing any more is. */
  #killUnlessListening(connection: HostConnection): void {
    const ping = connection.request('ping', {})
    if (ping) this.#orKill(connection, ping.answer, this.#deadlines.graceMs, 'PLUGIN_TIMEOUT', 'listen').catch(() => {})
  }

  /** At the limit or when nobody wants the call any more: told to stop, and after the grace its process is ended. */
  #stopper(connection: HostConnection, id: number): Stopper {
    let timer: NodeJS.Timeout | undefined
    const stop = (reason: string) => {
      clearTimeout(timer)
      connection.abort(id, reason)
      timer = setTimeout(() => {
        connection.kill(
          new PluginFailure('PLUGIN_TIMEOUT', `The call did not stop (${reason}), and the plugin’s process was ended.`),
          false,
        )
      }, this.#deadlines.graceMs)
    }
    return Object.assign(stop, { undo: () => clearTimeout(timer) })
  }
}

/** Stops one call; `undo` once it has ended by itself. */
type Stopper = ((reason: string) => void) & { undo(): void }

export function breakerFailure(breaker: Breaker): PluginFailure {
  const minutes = Math.round(breaker.rules.withinMs / 60_000)
  return new PluginFailure(
    'PLUGIN_BREAKER',
    `It ended unexpectedly ${breaker.rules.crashes} times within ${minutes} minutes and was turned off. Look at its log, then turn it on again.`,
  )
}

function loadFailure(error: unknown): PluginFailure {
  if (error instanceof HostReplyError) {
    const { code, message, stack } = error.reply
    return new PluginFailure(
      code,
      code === 'PLUGIN_THREW' ? `Its code threw while it was loaded: ${sentence(message)}` : message,
      stack,
    )
  }
  if (!(error instanceof PluginFailure)) return new PluginFailure('PLUGIN_LOAD_FAILED', messageOf(error))
  if (error.code !== 'PLUGIN_EXITED') return error
  return new PluginFailure(
    'PLUGIN_EXITED',
    error.message.replace(/^Its process exited/, 'Its process exited during load'),
    error.detail,
  )
}

/** Null as soon as nobody waits any more. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const { promise: aborted, resolve } = Promise.withResolvers<null>()
  const stop = () => resolve(null)
  signal.addEventListener('abort', stop)
  try {
    const found = await Promise.race([promise, aborted])
    return signal.aborted ? null : found
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
