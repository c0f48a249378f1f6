import { finished } from 'node:stream/promises'
import { quote } from '../../tools/quote.ts'
import { FrameError, FrameReader } from '../host/frames.ts'
import { type HostError, type HostMethod, type HostMethods, type HostRequest, PROTOCOL } from '../host/protocol.ts'
import type { PluginLog } from '../plugin-log.ts'
import { Allowance } from './allowance.ts'
import type { HostExit, HostProcess } from './fork-host.ts'
import type { Quotas } from './limits.ts'
import { PluginFailure } from './plugin-failure.ts'
import { readPrinted } from './read-printed.ts'
import { syntaxFailure } from './syntax-failure.ts'

/** Lines of errors kept for the detail of a failure. */
const LAST_LINES = 20
const LONGEST_STACK = 10_000
const PROGRESS_TEXT = 300

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
  /** The end of what it printed as errors. */
  #printed: readonly string[] = []
  /** Characters of all results that came in part. */
  #partly = 0
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
    readPrinted(process.stderr, quotas.printedPerSecond, (level, text) => {
      log.add(level, text)
      if (level === 'error') this.#printed = [...this.#printed, log.hidden(text)].slice(-LAST_LINES)
    })
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

  /** Null when the process is over, or asked to end: then nothing was sent. */
  request<M extends HostMethod>(
    method: M,
    params: HostMethods[M]['params'],
    onProgress?: Pending['onProgress'],
  ): { readonly id: number; readonly answer: Promise<HostMethods[M]['result']> } | null {
    if (this.#over || this.#gone || this.ending) return null
    const id = this.#nextId++
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress, parts: '' })
    }).finally(() => this.forget(id)) as Promise<HostMethods[M]['result']>
    this.#frames.give(1) // its answer is no flood, however many calls there are
    this.#process.send({ method, id, params } as HostRequest)
    return { id, answer }
  }

  /** Nobody waits for this answer any more; it may still come. */
  forget(id: number): void {
    this.#partly -= this.#pending.get(id)?.parts.length ?? 0
    this.#pending.delete(id)
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
    const printed = this.#printed.join('\n')
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

  /** Another program's text: no value of it is taken for what it should be. */
  #take(frame: unknown): void {
    if (typeof frame !== 'object' || frame === null) throw new FrameError('a frame that is no object')
    const { type, id, ...rest } = frame as { type?: unknown; id?: unknown } & Record<string, unknown>
    switch (type) {
      case 'ready':
        if (rest.protocol !== PROTOCOL) throw new FrameError(`a greeting of protocol ${quote(rest.protocol)}`)
        this.#markReady.resolve()
        break
      case 'host':
        this.#options.onHost?.(textOf(rest.host, 260), rest.allowed === true)
        break
      case 'dying':
        this.#lastWords = {
          code: rest.code === 'PLUGIN_SYNTAX' ? rest.code : 'PLUGIN_EXITED',
          reason: textOf(rest.reason, 400),
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
    else if (type === 'part') this.#part(pending, textOf(rest.text, Number.POSITIVE_INFINITY), rest.last === true)
    else if (type === 'progress') {
      const fraction = typeof rest.fraction === 'number' ? Math.min(1, Math.max(0, rest.fraction)) : null
      pending.onProgress?.(fraction, textOf(rest.text, PROGRESS_TEXT))
    } else throw new FrameError('a frame of unknown type')
  }

  #part(pending: Pending, text: string, last: boolean): void {
    pending.parts += text
    // The host sends one result after the other.
    this.#partly += text.length
    if (this.#partly > this.#options.quotas.resultBytes) throw new Flood()
    if (!last) return
    const json = pending.parts
    pending.parts = ''
    this.#partly -= json.length
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
  if (!(error instanceof FrameError))
    return new PluginFailure('PLUGIN_PROTOCOL', 'It sent what the app could not take, and was ended.', String(error))
  return new PluginFailure(
    'PLUGIN_PROTOCOL',
    'It wrote to standard output, which belongs to the app, and was ended.',
    `The plugin wrote ${error.message} to standard output. Use console.log, which is redirected.`,
  )
}

function textOf(value: unknown, longest: number): string {
  if (typeof value !== 'string') throw new FrameError(`${quote(value)} where a text belongs`)
  return value.slice(0, longest)
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, LONGEST_STACK) : null
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
    code: typeof code === 'string' ? code.slice(0, 100) : 'PLUGIN_THREW',
    message: typeof message === 'string' ? message.slice(0, 500) : 'No message.',
    stack: textOrNull(stack),
  }
}
