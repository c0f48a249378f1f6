import { finished } from 'node:stream/promises'
import { FrameError, FrameReader } from '../host/frames.ts'
import { type HostError, type HostMethod, type HostMethods, type HostRequest, PROTOCOL } from '../host/protocol.ts'
import type { PluginLog } from '../plugin-log.ts'
import { Allowance } from './allowance.ts'
import type { HostExit, HostProcess } from './fork-host.ts'
import type { Quotas } from './limits.ts'
import { PluginFailure } from './plugin-failure.ts'
import { readPrinted } from './read-printed.ts'
import { syntaxFailure } from './syntax-failure.ts'

/** The plugin answered that it could not. */
export class HostReplyError extends Error {
  constructor(readonly reply: HostError) {
    super(reply.message)
  }
}

export interface ConnectionOptions {
  readonly quotas: Quotas
  readonly log: PluginLog
  readonly onHost?: (host: string, allowed: boolean) => void
}

interface Pending {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
  readonly onProgress: ((fraction: number | null, text: string) => void) | undefined
  parts: string
}

/** One life of a plugin's process: its requests, its answers, its quotas and its end. */
export class HostConnection {
  /** Set by whoever asked it to end: then its end is no crash. */
  ending = false
  /** Rejects when the process ends before it runs. */
  readonly ready: Promise<void>
  /** How it ended. `crash` is false when we ended it on purpose. */
  readonly ended: Promise<{ readonly failure: PluginFailure; readonly crash: boolean }>
  readonly #process: HostProcess
  readonly #options: ConnectionOptions
  readonly #pending = new Map<number, Pending>()
  readonly #reader: FrameReader
  readonly #frames: Allowance
  readonly #bytes: Allowance
  readonly #memoryWatch: NodeJS.Timeout
  readonly #markReady = Promise.withResolvers<void>()
  readonly #markEnded = Promise.withResolvers<{ failure: PluginFailure; crash: boolean }>()
  #nextId = 1
  #over: { failure: PluginFailure; crash: boolean } | undefined
  #lastWords: { code: string; reason: string; stack: string | null } | undefined
  #strayReplies = 0
  #gone = false

  constructor(process: HostProcess, options: ConnectionOptions) {
    const { quotas, log } = options
    this.#process = process
    this.#options = options
    this.#reader = new FrameReader(quotas.frameBytes)
    this.#frames = new Allowance(quotas.framesPerSecond, quotas.framesPerSecond)
    this.#bytes = new Allowance(quotas.bytesPerSecond, quotas.burstBytes)
    this.ready = this.#markReady.promise
    this.ready.catch(() => {})
    this.ended = this.#markEnded.promise
    process.stdout.on('data', (chunk: Buffer) => this.#read(chunk))
    process.stdout.on('error', () => {})
    readPrinted(process.stderr, quotas.printedPerSecond, (level, text) => log.add(level, text))
    process.onExit(exit => void this.#exited(exit))
    this.#memoryWatch = setInterval(() => this.#checkMemory(), quotas.memoryCheckMs)
    this.#memoryWatch.unref()
  }

  /** Nothing can be asked of it any more, although it may not have gone yet. */
  get over(): boolean {
    return this.#over !== undefined || this.#gone
  }

  get inFlight(): number {
    return this.#pending.size
  }

  /** Null when the process is over: then nothing was sent. */
  request<M extends HostMethod>(
    method: M,
    params: HostMethods[M]['params'],
    onProgress?: Pending['onProgress'],
  ): { readonly id: number; readonly answer: Promise<HostMethods[M]['result']> } | null {
    if (this.#over || this.#gone) return null
    const id = this.#nextId++
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress, parts: '' })
    }).finally(() => this.#pending.delete(id)) as Promise<HostMethods[M]['result']>
    this.#frames.give(1) // its answer is no flood, however many calls there are
    this.#process.send({ method, id, params } as HostRequest)
    return { id, answer }
  }

  abort(id: number, reason: string): void {
    if (!this.#over && !this.#gone) this.#process.send({ method: 'abort', id, reason })
  }

  /** Ends the process at once. `crash`: it brought that on itself. */
  kill(failure: PluginFailure, crash: boolean): void {
    this.#over ??= { failure, crash }
    this.#process.kill()
    this.#settle()
  }

  #settle(): void {
    const over = this.#over
    if (!over) return
    clearInterval(this.#memoryWatch)
    this.#process.stdout.removeAllListeners('data')
    this.#process.stdout.resume()
    this.#markReady.reject(over.failure)
    for (const pending of this.#pending.values()) pending.reject(over.failure)
    this.#pending.clear()
  }

  async #exited({ code, signal, error }: HostExit): Promise<void> {
    this.#gone = true
    await lastOutput(this.#process)
    this.#over ??= { failure: this.#exitFailure(code, signal, error), crash: true }
    this.#settle()
    this.#markEnded.resolve(this.#over)
  }

  #exitFailure(code: number | null, signal: string | null, error: string | undefined): PluginFailure {
    const printed = this.#options.log.lastErrors()
    if (error) return new PluginFailure('PLUGIN_EXITED', `Its process could not be started: ${error}.`)
    if (this.#lastWords?.code === 'PLUGIN_SYNTAX') return syntaxFailure(this.#lastWords.reason, printed)
    if (this.#lastWords)
      return new PluginFailure(
        this.#lastWords.code,
        `It ended itself after ${this.#lastWords.reason}.`,
        this.#lastWords.stack,
      )
    if (/heap out of memory|Array buffer allocation failed/.test(printed))
      return new PluginFailure('PLUGIN_MEMORY', 'It ran out of memory and was ended.', printed)
    const how = signal === null ? `code ${code}` : `signal ${signal}`
    return new PluginFailure('PLUGIN_EXITED', `Its process exited, ${how}.`, printed || null)
  }

  #read(chunk: Buffer): void {
    if (this.#over) return
    try {
      if (!this.#bytes.take(chunk.length)) throw new Flood()
      for (const frame of this.#reader.push(chunk)) {
        if (!this.#frames.take(1)) throw new Flood()
        this.#take(frame)
      }
    } catch (error) {
      this.kill(readFailure(error), true)
    }
  }

  #take(frame: unknown): void {
    if (typeof frame !== 'object' || frame === null) throw new FrameError('a frame that is no object')
    const { type, id, ...rest } = frame as { type?: unknown; id?: unknown } & Record<string, unknown>
    switch (type) {
      case 'ready':
        if (rest.protocol !== PROTOCOL) throw new FrameError(`a greeting of protocol ${String(rest.protocol)}`)
        this.#markReady.resolve()
        break
      case 'host':
        this.#options.onHost?.(String(rest.host).slice(0, 260), rest.allowed === true)
        break
      case 'dying':
        this.#lastWords = {
          code: rest.code === 'PLUGIN_SYNTAX' ? rest.code : 'PLUGIN_EXITED',
          reason: String(rest.reason).slice(0, 400),
          stack: textOrNull(rest.stack),
        }
        this.#options.log.add('error', this.#lastWords.stack ?? this.#lastWords.reason)
        break
      default: {
        const pending = typeof id === 'number' ? this.#pending.get(id) : undefined
        if (pending) this.#reply(pending, type, rest)
        else this.#stray(type)
      }
    }
  }

  #reply(pending: Pending, type: unknown, rest: Record<string, unknown>): void {
    if (type === 'result') pending.resolve(rest.result)
    else if (type === 'error') pending.reject(new HostReplyError(hostError(rest.error)))
    else if (type === 'part') this.#part(pending, String(rest.text), rest.last === true)
    else if (type === 'progress') {
      const fraction = typeof rest.fraction === 'number' ? rest.fraction : null
      pending.onProgress?.(fraction, String(rest.text ?? ''))
    } else throw new FrameError('a frame of unknown type')
  }

  #part(pending: Pending, text: string, last: boolean): void {
    pending.parts += text
    if (pending.parts.length > this.#options.quotas.resultBytes) throw new Flood()
    if (!last) return
    const json = pending.parts
    pending.parts = ''
    let frame: unknown
    try {
      frame = JSON.parse(json)
    } catch {
      throw new FrameError('parts that are no JSON together')
    }
    this.#take(frame)
  }

  /** An answer to nothing: late, repeated or made up. It changes nothing; the author may see it. */
  #stray(type: unknown): void {
    if (type === 'progress' || type === 'part') return
    this.#strayReplies++
    if (this.#strayReplies <= 20)
      this.#options.log.add('error', 'The plugin answered a call that does not wait for an answer; it was ignored.')
  }

  #checkMemory(): void {
    const used = this.#process.memory()
    const { memoryBytes } = this.#options.quotas
    if (used === undefined || used <= memoryBytes) return
    const megabytes = Math.round(memoryBytes / 1_000_000)
    this.kill(new PluginFailure('PLUGIN_MEMORY', `It used more than ${megabytes} MB of memory and was ended.`), true)
  }
}

/** It sent more than the quotas allow. */
class Flood extends Error {}

function readFailure(error: unknown): PluginFailure {
  if (error instanceof Flood)
    return new PluginFailure('PLUGIN_FLOOD', 'It sent more than the app can take, and was ended.')
  if (!(error instanceof FrameError)) throw error
  return new PluginFailure(
    'PLUGIN_PROTOCOL',
    'It wrote to standard output, which belongs to the app, and was ended.',
    `The plugin wrote ${error.message} to standard output. Use console.log, which is redirected.`,
  )
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

const LAST_OUTPUT_MS = 300

/** What a process said last may still be on its way when it has gone. */
async function lastOutput({ stdout, stderr }: HostProcess): Promise<void> {
  const ends = [stdout, stderr].map(stream => finished(stream).catch(() => {}))
  await Promise.race([Promise.all(ends), new Promise(resolve => setTimeout(resolve, LAST_OUTPUT_MS))])
}

function hostError(error: unknown): HostError {
  const { code, message, stack } = (typeof error === 'object' && error !== null ? error : {}) as Partial<HostError>
  return {
    code: String(code ?? 'PLUGIN_THREW'),
    message: String(message ?? 'No message.').slice(0, 500),
    stack: textOrNull(stack),
  }
}
