import type { PageFetcherOptions } from './page-fetcher.ts'
import type { FetchPage } from './page-request.ts'

/** Loads what it needs with the first page: it is large, and most days read none. */
export function lazyPageFetcher(options: PageFetcherOptions): FetchPage {
  let fetcher: Promise<FetchPage> | undefined
  return async request => {
    fetcher ??= import('./page-fetcher.ts').then(({ pageFetcher }) => pageFetcher(options))
    return (await fetcher)(request)
  }
}
