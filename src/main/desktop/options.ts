import type { BrowserWindowConstructorOptions } from 'electron'

/** Every Electron option in one place, as frozen data, so that a test can assert it without Electron (T-CFG-01). */
export const WEB_PREFERENCES = Object.freeze({
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  plugins: false,
  navigateOnDragDrop: false,
  safeDialogs: true,
  // Dictionaries would be fetched from a server.
  spellcheck: false,
  webgl: false,
  autoplayPolicy: 'user-gesture-required',
  disableWakeLocks: true,
  partition: 'persist:ui',
} satisfies BrowserWindowConstructorOptions['webPreferences'])

export const WINDOW = Object.freeze({ width: 1280, height: 820, minWidth: 900, minHeight: 600 })

export const ORIGIN = 'app://spora'
export const PAGE = `${ORIGIN}/index.html`

/** Standard and secure, so that the page has an origin; nothing that bypasses the content security policy. */
export const SCHEME = Object.freeze({
  scheme: 'app',
  privileges: Object.freeze({ standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }),
})

/** Switches that would open the app to others; a packaged app refuses to start with them. */
export const REFUSED_SWITCHES = Object.freeze([
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-brk-node',
  'inspect-port',
  'inspect-wait',
  'no-sandbox',
  'disable-web-security',
  'js-flags',
  'proxy-server',
  'proxy-pac-url',
  'proxy-auto-detect',
  'proxy-bypass-list',
])

/** Whether an address is the app's own page. */
export function isOwnPage(url: string): boolean {
  try {
    const { protocol, host } = new URL(url)
    return protocol === 'app:' && host === 'spora'
  } catch {
    return false
  }
}
