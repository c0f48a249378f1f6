import { AsyncLocalStorage } from 'node:async_hooks'

type Fetch = typeof globalThis.fetch

const current = new AsyncLocalStorage<Fetch>()

/** What a provider package is built with, once a driver: each request goes out by the `fetch` of its own turn. */
export const turnFetch: Fetch = (input, init) => {
  const fetch = current.getStore()
  if (!fetch) throw new Error('A model was asked outside a turn.')
  return fetch(input, init)
}

/** Runs `ask`, whose requests go out by `fetch`. */
export function askingBy<T>(fetch: Fetch, ask: () => T): T {
  return current.run(fetch, ask)
}
