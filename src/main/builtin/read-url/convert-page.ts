import { Worker } from 'node:worker_threads'
import type { Converted, ReadUrlServices } from './read-url-services.ts'

const HEAP_MEGABYTES = 512
/**
 * What the app may grow by during a conversion. The bound of the heap does not count buffers, and in a few megabytes of a
 * PDF there can be packed as many gigabytes as there are.
 */
const MEMORY_BYTES = 1_000_000_000
const LOOK_MS = 50
const LONGEST_REASON = 120

/** Converts each page in a thread of its own, which is ended when it takes too long. `workerFile`: page-worker. */
export function pageConverter(workerFile: URL | string, memoryBytes = MEMORY_BYTES): ReadUrlServices['convert'] {
  return (job, { timeoutMs, signal }) => {
    const { promise, resolve } = Promise.withResolvers<Converted>()
    const worker = new Worker(workerFile, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
      stdout: true,
      stderr: true,
    })
    const fail = (reason: string) => resolve({ kind: 'failed', reason })
    const stop = () => fail('it was stopped')
    const most = process.memoryUsage.rss() + memoryBytes
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > most) fail('it needs too much memory')
    }, LOOK_MS)
    const timer = setTimeout(() => fail('it takes too long'), timeoutMs)
    signal?.addEventListener('abort', stop, { once: true })
    worker.on('message', (converted: Converted) =>
      converted.kind === 'failed' ? fail(short(converted.reason)) : resolve(converted),
    )
    worker.on('error', error => fail(short(error.message)))
    worker.on('exit', () => fail('the converter ended'))
    return promise.finally(() => {
      clearTimeout(timer)
      clearInterval(watch)
      signal?.removeEventListener('abort', stop)
      void worker.terminate()
    })
  }
}

/** A parser may say what it found in the page. */
function short(reason: string): string {
  const line = reason.replace(/[\s\p{C}]+/gu, ' ').trim()
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON).toWellFormed()}…` : line
}
