import type { Page } from '@playwright/test'

/** Every string in the page's memory, one a line. */
export async function heapStrings(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const parts: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  const { strings } = JSON.parse(parts.join('')) as { strings: string[] }
  return strings.join('\n')
}
