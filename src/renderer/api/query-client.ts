import { QueryClient } from '@tanstack/react-query'
import { isDefined } from './error.ts'

/** Data is fresh until an event says otherwise (events.ts), so nothing is fetched again for its age or for focus. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      retry: (count, error) => count < 2 && !isDefined(error),
      retryDelay: count => 300 * 2 ** count,
    },
    // What was sent may hold a secret: it is forgotten with the form that sent it.
    mutations: { networkMode: 'always', gcTime: 0 },
  },
})
