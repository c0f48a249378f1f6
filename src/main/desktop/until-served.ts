import type { ServedFile } from '../api/renderer-files.ts'

type Files = (pathname: string) => ServedFile | undefined

/** Until what was asked for last is on its way to the page. */
const ON_ITS_WAY_MS = 10

/**
 * The same files. `served` resolves once the page has got every file it names itself: from then on it has enough to do,
 * and this process may be busy for a while.
 */
export function untilServed(files: Files): { readonly file: Files; readonly served: Promise<void> } {
  const { promise: served, resolve } = Promise.withResolvers<void>()
  let waiting: Set<string> | undefined
  return {
    served,
    file(pathname) {
      const file = files(pathname)
      if (file?.headers['content-type']?.startsWith('text/html')) waiting ??= namedIn(file.body.toString('utf8'))
      else waiting?.delete(pathname)
      if (waiting?.size === 0) setTimeout(resolve, ON_ITS_WAY_MS)
      return file
    },
  }
}

/** Scripts and styles, as the build writes them. */
function namedIn(page: string): Set<string> {
  return new Set([...page.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].flatMap(([, path]) => path ?? []))
}
