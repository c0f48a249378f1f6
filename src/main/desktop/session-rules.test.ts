import { EventEmitter } from 'node:events'
import type { App, Session } from 'electron'
import { expect, test, vi } from 'vitest'
import { serveAppProtocol } from './app-protocol.ts'
import { restrictNavigation, restrictSession } from './session-rules.ts'

const DEV = 'http://localhost:5173'

/** Records what a session is told, as the stand-in of the e2e tests does. */
function session() {
  const told: Record<string, (...args: never[]) => unknown> = {}
  const record = (name: string) => (listener: (...args: never[]) => unknown) => {
    told[name] = listener
  }
  const proxy = vi.fn(async () => {})
  const object = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: record('request'),
    setPermissionCheckHandler: record('check'),
    setDevicePermissionHandler: record('device'),
    setProxy: proxy,
    webRequest: { onBeforeRequest: record('web') },
    protocol: { handle: (_scheme: string, handler: (...args: never[]) => unknown) => record('app')(handler) },
  })
  const cancelled = (url: string) => {
    let cancel: unknown
    const answer = (said: { cancel: boolean }) => {
      cancel = said.cancel
    }
    ;(told.web as (details: object, answer: unknown) => void)({ url }, answer)
    return cancel
  }
  return { object: object as unknown as Session, told, proxy, cancelled }
}

const event = (more: object = {}) => ({ ...more, preventDefault: vi.fn() })

test('4.5: every permission, device and download is refused, and no proxy is used', () => {
  const { object, told, proxy } = session()
  restrictSession(object)
  const answer = vi.fn()
  ;(told.request as (...args: unknown[]) => void)(null, 'media', answer)
  expect(answer).toHaveBeenCalledExactlyOnceWith(false)
  expect(told.check?.()).toBe(false)
  expect(told.device?.()).toBe(false)
  expect(proxy).toHaveBeenCalledWith({ mode: 'direct' })
  const download = event()
  object.emit('will-download', download)
  expect(download.preventDefault).toHaveBeenCalled()
})

test('4.5: the window reaches no network', () => {
  const { object, cancelled } = session()
  restrictSession(object)
  expect(['app://spora/index.html', 'devtools://devtools/x'].map(cancelled)).toEqual([false, false])
  for (const url of [
    'https://example.org',
    'http://127.0.0.1',
    'ws://127.0.0.1',
    'file:///etc/passwd',
    'data:,x',
    'blob:app://spora/1',
    'ftp://x',
    'apps://x',
    DEV,
  ])
    expect(cancelled(url), url).toBe(true)
})

test('4.5: while it is developed it reaches the server of its page too, and no other', () => {
  const { object, cancelled } = session()
  restrictSession(object, DEV)
  for (const url of [`${DEV}/src/main.tsx`, 'ws://localhost:5173/']) expect(cancelled(url), url).toBe(false)
  for (const url of [
    'http://localhost:51730',
    'http://localhost:5173.evil',
    'http://localhost',
    'file://localhost:5173/x',
    'https://example.org',
    '',
  ])
    expect(cancelled(url), url).toBe(true)
})

function contents(devServer?: string) {
  const app = new EventEmitter()
  restrictNavigation(app as unknown as App, devServer)
  let openHandler: (() => unknown) | undefined
  const page = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (handler: () => unknown) => {
      openHandler = handler
    },
  })
  app.emit('web-contents-created', {}, page)
  const stopped = (name: string, details: object) => {
    const happening = event(details)
    page.emit(name, happening)
    return happening.preventDefault.mock.calls.length > 0
  }
  return { app, stopped, open: () => openHandler?.() }
}

const OUTSIDE = [
  'https://example.org',
  'app://evil/',
  'file:///x',
  'javascript:1',
  'about:blank',
  'data:text/html,x',
  DEV,
]

test('4.5: nothing leaves the app’s own page, no window opens, no page is put into it', () => {
  const { stopped, open } = contents()
  for (const url of OUTSIDE)
    for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate'])
      expect(stopped(name, { url, isMainFrame: true }), `${name} ${url}`).toBe(true)
  const url = 'app://spora/index.html'
  for (const name of ['will-navigate', 'will-redirect']) expect(stopped(name, { url })).toBe(false)
  expect(stopped('will-frame-navigate', { url, isMainFrame: true })).toBe(false)
  expect(stopped('will-frame-navigate', { url, isMainFrame: false })).toBe(true)
  expect(stopped('will-attach-webview', {})).toBe(true)
  expect(open()).toEqual({ action: 'deny' })
})

test('4.5: the server of its page is inside while it is developed; what only begins like it is not', () => {
  const { stopped } = contents(DEV)
  expect(stopped('will-navigate', { url: `${DEV}/index.html` })).toBe(false)
  for (const url of ['http://localhost:51730/', 'http://localhost:5173.evil/', 'https://example.org'])
    expect(stopped('will-navigate', { url }), url).toBe(true)
})

test('4.5: a bad certificate is not accepted and no certificate is sent', () => {
  const { app } = contents()
  const answers: unknown[][] = []
  const answer = (...said: unknown[]) => answers.push(said)
  const happenings = [event(), event()]
  app.emit('certificate-error', happenings[0], null, 'https://x', 'error', {}, answer)
  app.emit('select-client-certificate', happenings[1], null, 'https://x', [], answer)
  expect(answers).toEqual([[false], []])
  for (const { preventDefault } of happenings) expect(preventDefault).toHaveBeenCalled()
})

test('4.3: app://spora answers listed files to GET, and nothing else', async () => {
  const { object, told } = session()
  const headers = { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" }
  serveAppProtocol(object, path => (path === '/index.html' ? { body: Buffer.from('page'), headers } : undefined))
  const get = (url: string, method = 'GET') => (told.app as unknown as (request: object) => Response)({ url, method })
  const page = get('app://spora/index.html?x=1#y')
  expect([page.status, await page.text(), page.headers.get('content-security-policy')]).toEqual([
    200,
    'page',
    "default-src 'none'",
  ])
  for (const url of [
    'app://spora/other',
    'app://spora/../etc/passwd',
    'app://evil/index.html',
    'app://spora:1/index.html',
    'app://spora.evil/index.html',
  ])
    expect(get(url).status, url).toBe(404)
  for (const method of ['POST', 'HEAD', 'PUT']) expect(get('app://spora/index.html', method).status).toBe(404)
})
