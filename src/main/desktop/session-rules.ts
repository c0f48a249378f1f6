import type { App, Session } from 'electron'
import { isOwnPage } from './options.ts'

/**
 * The window has no network, no permissions, no downloads: models and tools talk from the main process only.
 * `devServer`: the origin of the page while the app is developed.
 */
export function restrictSession(session: Session, devServer?: string): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', event => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const own = /^(app|devtools):/.test(url) || isOfServer(url, devServer)
    answer({ cancel: !own })
  })
  void session.setProxy({ mode: 'direct' })
}

/** Nothing leaves the app's own page; links are opened by `system.openExternal`, never by navigation. */
export function restrictNavigation(app: App, devServer?: string): void {
  const inside = (url: string) => isOwnPage(url) || isOfServer(url, devServer)
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', event => inside(event.url) || event.preventDefault())
    contents.on('will-frame-navigate', event => (event.isMainFrame && inside(event.url)) || event.preventDefault())
    contents.on('will-redirect', event => inside(event.url) || event.preventDefault())
    contents.on('will-attach-webview', event => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
  app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {
    event.preventDefault()
    answer()
  })
}

/** Its files, and the socket over which it says that they changed. */
function isOfServer(url: string, origin: string | undefined): boolean {
  if (origin === undefined || !URL.canParse(url)) return false
  const { protocol, host } = new URL(url)
  return host === new URL(origin).host && ['http:', 'https:', 'ws:', 'wss:'].includes(protocol)
}
