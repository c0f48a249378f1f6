import type { QueryClient, QueryKey } from '@tanstack/react-query'

const waiting = new WeakSet<Promise<unknown>>()

/** What these queries show may be old: those on the screen are fetched again, the others when they are next shown. */
export function lookAgain(queries: QueryClient, queryKey?: QueryKey): void {
  void queries.invalidateQueries({ queryKey })
  // A first fetch that is under way is not begun anew by that, though it may bring what was before the change.
  for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' })) {
    const { promise } = query
    if (query.state.data !== undefined || !promise || waiting.has(promise)) continue
    waiting.add(promise)
    const again = () => void queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    promise.then(again, again)
  }
}
