import type { PageAnswer, PageFetcherOptions, PageRequest } from './page-fetcher.ts'

/** Loads what it needs with the first page: it is large, and most days read none. */
export function lazyPageFetcher(options: PageFetcherOptions): (request: PageRequest) => Promise<PageAnswer> {
  let fetcher: Promise<(request: PageRequest) => Promise<PageAnswer>> | undefined
  return async request => {
    fetcher ??= import('./page-fetcher.ts').then(({ pageFetcher }) => pageFetcher(options))
    return (await fetcher)(request)
  }
}
