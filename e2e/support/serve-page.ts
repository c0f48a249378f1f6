import { type BrowserContext, expect, type Page } from '@playwright/test'
import { launchServe, type ServedApp } from './launch-serve.ts'
import { untilClosed } from './opened.ts'
import { followRequests } from './settled.ts'
import { sharedBrowser } from './shared-browser.ts'

export interface ServedPage {
  readonly served: ServedApp
  readonly page: Page
  /** An empty page of somebody else: nothing is kept in common. */
  stranger(): Promise<Page>
  /** A procedure of the contract by its REST path: to set up what a test is not about. */
  rest<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Until the page has all it asked for, has drawn it, and nothing moves. */
  settled(): Promise<void>
  close(): Promise<void>
}

interface Options {
  readonly folder?: string
  readonly port?: number
  readonly size?: { readonly width: number; readonly height: number }
  /** Past the first run. */
  readonly welcomed?: boolean
}

/** `spora serve` and a browser on it. */
export async function openServed(options: Options = {}): Promise<ServedPage> {
  const { folder, port, size = { width: 1280, height: 820 }, welcomed = true } = options
  const served = await launchServe(folder, port)
  const browser = await sharedBrowser()
  const contexts: BrowserContext[] = []
  const stranger = async () => {
    const context = await browser.newContext({ viewport: size })
    contexts.push(context)
    return context.newPage()
  }
  const page = await stranger()
  const settled = followRequests(page)
  const rest = restOf(served)
  if (welcomed) await rest('PATCH', '/preferences', { welcomed: true })
  await page.goto(served.address)
  if (welcomed) await followsEvents(page)
  return untilClosed({
    served,
    page,
    stranger,
    rest,
    settled,
    async close() {
      for (const context of contexts) await context.close()
      await served.close()
    },
  })
}

/** From then on nothing is loaded once more only because the page is new. */
export async function followsEvents(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Status' })).toContainText('Engine ready')
}

export function restOf({ origin, token }: Pick<ServedApp, 'origin' | 'token'>): ServedPage['rest'] {
  return async <T>(method: string, path: string, body?: unknown) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: T; error?: { message: string } }
    if (answer.error) throw new Error(`${method} ${path}: ${answer.error.message}`)
    return answer.data
  }
}
