import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelDriver, ModelRequest } from '../models/model-driver.ts'
import { ModelError } from '../models/model-error.ts'
import { type ModelTurn, TurnCollector, type TurnListener } from './collect-turn.ts'
import type { Faults } from './faults.ts'
import type { RuntimeLimits } from './limits.ts'
import { retryDelay } from './retry-delay.ts'

export interface Asking {
  readonly limits: RuntimeLimits
  readonly faults: Faults
  /** A new attempt begins: whatever was shown of an earlier one is void. */
  attempt(): TurnListener
  /** The model will be asked again after `delayMs`. */
  retrying(error: ModelError, attempt: number, delayMs: number): void
}

/**
 * One whole turn of the model, asked again after errors that may pass (T7). Throws ModelError when it gives up, and the
 * signal's reason when the task was stopped.
 */
export async function askModel(driver: ModelDriver, request: ModelRequest, asking: Asking): Promise<ModelTurn> {
  for (let retries = 0; ; retries++) {
    try {
      return await askOnce(driver, request, asking)
    } catch (error) {
      request.signal.throwIfAborted()
      const failure = asModelError(error)
      const delay = retryDelay(failure, retries, asking.limits)
      if (delay === null) throw failure
      asking.retrying(failure, retries + 1, delay)
      asking.faults.at('F25')
      await sleep(delay, undefined, { signal: request.signal }).catch(() => request.signal.throwIfAborted())
    }
  }
}

async function askOnce(driver: ModelDriver, request: ModelRequest, asking: Asking): Promise<ModelTurn> {
  const collector = new TurnCollector(asking.attempt())
  const { signal } = request
  let cut: () => void = () => {}
  const onAbort = () => cut()
  // Stops waiting at once when the task is stopped, whatever the driver does.
  const untilAborted = <T>(work: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      cut = () => reject(signal.reason)
      if (signal.aborted) cut()
      work.then(resolve, reject)
    })
  const events = driver.stream(request)[Symbol.asyncIterator]()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    let next = events.next()
    asking.faults.at('F02')
    for (;;) {
      const result = await untilAborted(next)
      if (result.done) break
      collector.add(result.value)
      asking.faults.at('F03')
      next = events.next()
    }
    return collector.turn()
  } finally {
    signal.removeEventListener('abort', onAbort)
    // A driver that is stuck must not keep the task: it hears the signal and ends by itself.
    void events.return?.().catch(() => undefined)
  }
}

/** Drivers throw ModelError; anything else is a fault of ours, said as such and not repeated. */
function asModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error
  const raw = error instanceof Error ? error.message : String(error)
  return new ModelError('LLM_ERROR', 'The model could not be asked, because of a fault in Spora.', {
    retryable: false,
    raw: raw.slice(0, 500),
  })
}
