import { expect, type Page, type Request } from '@playwright/test'

/** The one that stays open. */
const isEventStream = (request: Request) => new URL(request.url()).pathname.endsWith('/events/stream')

/** Two frames: effects have run, and what they changed is drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/**
 * Follows what a page asks its server for, from now on. The answer waits until the page has all it asked for, has drawn
 * it, and nothing moves.
 */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', request => isEventStream(request) || open.add(request))
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
  return async () => {
    const urls = () => [...open].map(request => request.url())
    await drawn(page)
    do {
      await expect.poll(urls, { intervals: [5, 10, 20, 50] }).toEqual([])
      await drawn(page)
    } while (open.size > 0)
    await page.evaluate(() => {
      const ends = (moving: Animation) => moving.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      const moving = document.getAnimations().filter(ends)
      return Promise.all(moving.map(each => each.finished.catch(() => {})))
    })
  }
}
