import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { AppEvent } from '../../shared/contract/events.ts'
import { applyDelta, applyProgress } from './apply-delta.ts'
import { client } from './client.ts'
import { type Connection, setConnection } from './connection.ts'
import { isRefused } from './error.ts'
import { lookAgain } from './look-again.ts'
import { taskQuery } from './task-query.ts'
import { topicKeys } from './topic-keys.ts'

/** Changes that come in a burst are looked at together. */
const BATCH_MS = 60
const RETRY_MS = [250, 500, 1_000, 2_000, 5_000]

/** Follows the one event stream of this window and keeps every query true. Returns what stops it. */
export function followEvents(queries: QueryClient): () => void {
  const abort = new AbortController()
  const batch = createBatch(queries)
  let seen: number | undefined

  async function follow() {
    let lost: Connection
    for (let failures = 0; !abort.signal.aborted; failures++) {
      try {
        const stream = await client.events.stream(seen === undefined ? undefined : { after: seen }, {
          signal: abort.signal,
        })
        for await (const event of stream) {
          if (event.type === 'hello') {
            // After a loss the numbers may belong to another start of the app; before the first event much may be shown.
            if (event.restarted || failures > 0 || seen === undefined) lookAgain(queries)
            failures = 0
            report('open')
          }
          seen = event.seq
          handle(event)
        }
        lost = 'lost'
      } catch (error) {
        lost = isRefused(error) ? 'refused' : 'lost'
      }
      if (abort.signal.aborted) return
      report(lost)
      await new Promise(resolve => setTimeout(resolve, RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]))
    }
  }

  const report = (connection: Connection) => setConnection(connection)

  function handle(event: AppEvent) {
    if (event.type === 'changed') batch.add(topicKeys[event.topic](event.id))
    if (event.type !== 'task.delta' && event.type !== 'call.progress') return
    const { queryKey } = taskQuery(event.task_id)
    const task = queries.getQueryData(queryKey)
    if (!task) return
    const next = event.type === 'task.delta' ? applyDelta(task, event) : applyProgress(task, event)
    if (next === 'gap') batch.add([queryKey])
    else if (next !== task) queries.setQueryData(queryKey, next)
  }

  void follow()
  return () => {
    abort.abort()
    batch.stop()
  }
}

function createBatch(queries: QueryClient) {
  const waiting = new Map<string, QueryKey>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function flush() {
    timer = undefined
    for (const queryKey of waiting.values()) lookAgain(queries, queryKey)
    waiting.clear()
  }
  return {
    add(keys: readonly QueryKey[]) {
      for (const key of keys) waiting.set(JSON.stringify(key), key)
      timer ??= setTimeout(flush, BATCH_MS)
    },
    stop: () => clearTimeout(timer),
  }
}
