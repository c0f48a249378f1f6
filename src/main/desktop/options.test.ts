import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { isOwnPage, ORIGIN, PAGE, REFUSED_SWITCHES, SCHEME, WEB_PREFERENCES, WINDOW } from './options.ts'

test('T-CFG-01: the window’s preferences, all of them', () => {
  expect(WEB_PREFERENCES).toEqual({
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
    spellcheck: false,
    webgl: false,
    autoplayPolicy: 'user-gesture-required',
    disableWakeLocks: true,
    partition: 'persist:ui',
  })
})

test('T-CFG-01: the scheme has an origin and bypasses nothing', () => {
  expect(SCHEME).toEqual({
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
  })
  expect([ORIGIN, PAGE]).toEqual(['app://spora', 'app://spora/index.html'])
})

test('T-CFG-01: nobody changes an option while the app runs', () => {
  for (const options of [WEB_PREFERENCES, WINDOW, SCHEME, SCHEME.privileges, REFUSED_SWITCHES])
    expect(Object.isFrozen(options)).toBe(true)
})

test('4.2: switches that would open the app to others are refused', () => {
  for (const name of [
    'remote-debugging-port',
    'remote-debugging-pipe',
    'inspect',
    'inspect-brk',
    'no-sandbox',
    'js-flags',
    'proxy-server',
  ])
    expect(REFUSED_SWITCHES).toContain(name)
})

test.each([PAGE, 'app://spora/', 'app://spora', 'app://spora/index.html#/chats/1'])(
  '4.5: %s is the app’s own page',
  url => {
    expect(isOwnPage(url)).toBe(true)
  },
)

test.each([
  'app://evil/index.html',
  'app://spora.evil/',
  'app://spora:1/',
  'app:spora',
  'apps://spora/',
  'https://spora/',
  'file:///index.html',
  'about:blank',
  'data:text/html,app://spora/',
  'javascript:app://spora/',
  'blob:app://spora/1',
  '',
  'spora',
])('B302: %s is not', url => {
  expect(isOwnPage(url)).toBe(false)
})

const root = join(import.meta.dirname, '../../..')

function* sources(folder: string): Generator<{ file: string; text: string }> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* sources(path)
    else if (/\.(tsx?|mjs|html)$/.test(name) && !/\.test\.tsx?$/.test(name))
      yield { file: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }
  }
}
const all = [...sources(join(root, 'src'))]
const filesWith = (pattern: RegExp) => all.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('T-CFG-02: windows are made in one place', () => {
  expect(filesWith(/new BrowserWindow\(|new BaseWindow\(|new WebContentsView\(/)).toEqual([
    'src/main/desktop/window.ts',
  ])
})

test('T-CFG-02: no script or style is put into a page, and no page is put into a page', () => {
  expect(
    filesWith(/<webview|createElement\(['"]webview|executeJavaScript|insertCSS|@electron\/remote|<iframe|srcdoc/i),
  ).toEqual([])
})

test('T-CFG-02: the window loads its own page, or the one it is developed with', () => {
  const loads = all.flatMap(({ text }) => [...text.matchAll(/\.load(?:URL|File)\(([^)]*)\)/g)].map(match => match[1]))
  expect(new Set(loads)).toEqual(new Set(['options.devServer ?? PAGE']))
})

test('4.9: no text becomes markup or code', () => {
  const risky =
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write|createContextualFragment|\beval\(|new Function\(|setHTMLUnsafe/
  expect(filesWith(risky)).toEqual([])
})

test('4.6: beside the one port, the page hands over a dropped folder and hears where the menu goes', () => {
  const channels = all.flatMap(({ text }) =>
    [...text.matchAll(/ipc(?:Main|Renderer)\.\w+\(\s*'([^']+)'/g)].map(match => match[1]),
  )
  expect([...new Set(channels)].sort()).toEqual(['navigate', 'plugin:dropped', 'rpc:connect'])
})
