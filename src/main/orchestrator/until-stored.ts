import { setTimeout as sleep } from 'node:timers/promises'
import { isStorageError } from '../storage/storage-trouble.ts'
import type { Runtime } from './runtime.ts'

/**
 * Answers cost money and time: what came of one is kept in memory until it can be stored, and the model is not asked again
 * (R14). Resolves with how often it was tried; rejects with what is no trouble of the storage, and when it was stopped.
 */
export async function untilStored(
  { journal, limits }: Pick<Runtime, 'journal' | 'limits'>,
  signal: AbortSignal,
  store: () => Promise<void> | void,
): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      await store()
      return tries
    } catch (error) {
      if (!isStorageError(journal.database.known(error))) throw error
      await sleep(limits.storageRetryMs, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) throw error
    }
  }
}
