import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ElectronApplication, expect, type Page } from '@playwright/test'
import { practiced } from './support/furnished.ts'
import { launchApp, newFolder, type RunningApp } from './support/launch-app.ts'
import { manifest, pluginFolder } from './support/plugin-folder.ts'
import { followsEvents } from './support/serve-page.ts'
import { choosePractice, copyOfPlugin, pickStarter } from './support/story.ts'
import { test } from './support/test.ts'

const ROUTES = [
  '/chats',
  '/chats/new',
  '/approvals',
  '/agents',
  '/agents/new',
  '/agents/1/overview',
  '/agents/1/tools',
  '/agents/1/permissions',
  '/agents/1/advanced',
  '/tools',
  '/tools/calculator/overview',
  '/tools/weather%3Aweather/settings',
  '/tools/weather%3Aweather/operations',
  '/tools/weather%3Aweather/schema',
  '/plugins',
  '/plugins/weather/permissions',
  '/plugins/weather/log',
  '/settings/models',
  '/settings/appearance',
  '/settings/data',
  '/settings/shortcuts',
  '/settings/about',
  '/nothing/here',
]

const goTo = (page: Page, path: string) =>
  page.evaluate(hash => {
    location.hash = hash
  }, path)

/** What Electron would ask before the page goes somewhere; true when the app refuses. */
const refuses = (app: ElectronApplication, event: string, url: string) =>
  app.evaluate(
    ({ BrowserWindow }, [name, address]) => {
      let refused = false
      const asked = { url: address, isMainFrame: true, preventDefault: () => (refused = true) }
      BrowserWindow.getAllWindows()[0]?.webContents.emit(name as 'will-navigate', asked)
      return refused
    },
    [event, url],
  )

test('R10: no network, no permissions, no downloads, nothing but the page; a bridge of three names; a policy that holds', async () => {
  const { page, app, close } = await launchApp()

  await test.step('what Electron was told', async () => {
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      for (const url of [
        'https://example.com/',
        'file:///etc/passwd',
        'app://elsewhere/',
        'javascript:1',
        'data:text/html,x',
      ])
        expect(await refuses(app, event, url), `${event} ${url}`).toBe(true)
      expect(await refuses(app, event, 'app://spora/index.html#/tools'), event).toBe(false)
    }
    expect(await refuses(app, 'will-attach-webview', '')).toBe(true)
    const downloads = await app.evaluate(({ session }) =>
      [session.defaultSession, session.fromPartition('persist:ui')].map(each => each.listenerCount('will-download')),
    )
    expect(downloads).toEqual([1, 1])
    // Only the stand-in records what it cannot do; what each rule answers is tested beside session-rules.ts.
    const calls = await app.evaluate(
      electron => (electron as { __calls?: { name: string; args: unknown[] }[] }).__calls,
    )
    for (const partition of calls ? ['', 'persist:ui'] : []) {
      const told = calls?.filter(({ name }) => name.startsWith(`session(${partition}).`)) ?? []
      expect(told.map(({ name, args }) => [name.split(').')[1], args[0]])).toEqual([
        ['setPermissionRequestHandler', 'function'],
        ['setPermissionCheckHandler', 'function'],
        ['setDevicePermissionHandler', 'function'],
        ['webRequest.onBeforeRequest', 'function'],
        ['setProxy', { mode: 'direct' }],
      ])
    }
    if (calls) expect(calls.filter(({ name }) => name === 'webContents.setWindowOpenHandler')).toHaveLength(1)
  })

  await test.step('what the page can reach', async () => {
    const found = await page.evaluate(() => ({
      bridge: Object.keys(window.spora ?? {}).sort(),
      frozen: Object.isFrozen(window.spora),
      fixed: Object.getOwnPropertyDescriptor(window, 'spora')?.writable,
      node: ['require', 'process', 'module', 'global', 'Buffer', 'ipcRenderer', 'electron'].filter(
        name => name in window,
      ),
    }))
    expect(found).toEqual({ bridge: ['dropFolder', 'onNavigate', 'platform'], frozen: true, fixed: false, node: [] })
  })

  await test.step('the content security policy', async () => {
    await page.evaluate(async () => {
      const seen = new Set<string>()
      Object.assign(window, { violated: seen })
      document.addEventListener('securitypolicyviolation', event => seen.add(event.effectiveDirective))
      const element = (name: string) => document.body.appendChild(document.createElement(name))
      const attempts: (() => unknown)[] = [
        () => element('script').append('window.__pwned = 1'),
        () => Object.assign(element('script'), { src: 'https://example.com/a.js' }),
        () => Object.assign(element('div'), { innerHTML: '<img src=x onerror="window.__pwned = 2">' }),
        () => Object.assign(element('img'), { src: 'https://example.com/a.png' }),
        () => Object.assign(element('iframe'), { src: 'https://example.com/' }),
        () => element('div').setAttribute('style', 'color: red'),
        () => element('div').setAttribute('onclick', 'window.__pwned = 3'),
        () => fetch('https://example.com/'),
      ]
      for (const attempt of attempts) await (async () => attempt())().catch(() => {})
    })
    const violated = () => page.evaluate(() => [...(window as unknown as { violated: Set<string> }).violated])
    await expect
      .poll(violated)
      .toEqual(
        expect.arrayContaining(['connect-src', 'frame-src', 'img-src', 'require-trusted-types-for', 'style-src-attr']),
      )
    expect(await page.evaluate(() => '__pwned' in window)).toBe(false)
  })
  await close()
})

test('no route breaks the policy, writes an error or stops working, in either theme; the theme and the place come back', async () => {
  const folder = newFolder()
  const place = join(folder, 'window.json')
  writeFileSync(place, JSON.stringify({ bounds: { x: 40, y: 30, width: 1010, height: 707 }, maximized: false }))
  const first = await launchApp({ folder })
  const { page, app } = first
  const problems: string[] = []
  page.on('console', message => ['error', 'warning'].includes(message.type()) && problems.push(message.text()))
  page.on('pageerror', error => problems.push(String(error)))
  await choosePractice(page)
  await pickStarter(page)
  await page.getByRole('button', { name: 'Finish without a chat' }).click()
  await page.waitForURL(/#\/chats\/new\/1$/)
  for (const theme of ['Light', 'Dark']) {
    await goTo(page, '/settings/appearance')
    await page.getByRole('radio', { name: theme }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase())
    await expect.poll(() => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe(theme.toLowerCase())
    for (const route of ROUTES) {
      await goTo(page, route)
      await expect(page.locator('main, [role=main]').first(), route).toBeVisible()
      await expect(page.getByText('This screen stopped working'), route).toHaveCount(0)
      await page.keyboard.press('Escape')
    }
  }
  expect(problems).toEqual([])
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getNormalBounds())).toMatchObject({
    width: 1010,
    height: 707,
  })
  await first.close()
  expect(JSON.parse(readFileSync(place, 'utf8'))).toMatchObject({ bounds: { width: 1010, height: 707 } })

  const second = await launchApp({ folder })
  expect(await second.app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
  await expect(second.page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await second.close()
})

/** Chooses an item of the app's menu by its words, as a person would. */
const choose = (app: ElectronApplication, label: string) =>
  app.evaluate(({ Menu, BrowserWindow }, wanted) => {
    const all = (menu: Electron.Menu | undefined): Electron.MenuItem[] =>
      menu?.items.flatMap(item => [item, ...all(item.submenu)]) ?? []
    const item = all(Menu.getApplicationMenu() ?? undefined).find(each => each.label === wanted)
    if (!item) throw new Error(`The menu has no “${wanted}”.`)
    const [window] = BrowserWindow.getAllWindows()
    item.click(undefined as never, window as never, undefined as never)
    // The page has heard of it when it answers what was asked after it.
    return window?.webContents.executeJavaScript('0')
  }, label)

test.describe('in one window', () => {
  let running: RunningApp
  test.beforeAll(async () => {
    running = await launchApp({ folder: await practiced() })
    await followsEvents(running.page)
  })
  test.afterAll(() => running.close())

  test('the menu goes where the keys go, asks before unsaved work is lost, and rests under a dialog', async () => {
    const { page, app } = running
    for (const [label, address] of [
      ['Approvals', '/approvals'],
      ['Agents', '/agents'],
      ['Tools', '/tools'],
      ['Plugins', '/plugins'],
      ['Settings…', '/settings'],
      ['New Chat', '/chats/new'],
      ['Chats', '/chats'],
    ] as const) {
      await choose(app, label)
      await expect(page, label).toHaveURL(new RegExp(`#${address}$`))
    }
    await choose(app, 'New Agent…')
    const sheet = page.getByRole('dialog')
    await expect(sheet).toBeVisible()
    await choose(app, 'Tools')
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/#\/agents$/)

    await goTo(page, '/agents/1/overview')
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed')
    await choose(app, 'Tools')
    await expect(sheet).toContainText('Leave without saving?')
    await sheet.getByRole('button', { name: 'Keep editing' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Renamed')
    await choose(app, 'Tools')
    await sheet.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(page).toHaveURL(/#\/tools$/)
  })

  test('4.5: a page that ended by itself is loaded again, and one that keeps ending only after a person said so', async () => {
    const { app } = running
    const seen = await app.evaluate(async ({ BrowserWindow, dialog }) => {
      const [window] = BrowserWindow.getAllWindows()
      if (!window) throw new Error('There is no window.')
      const { loadURL } = window
      const { showMessageBox } = dialog
      const seen: string[] = []
      window.loadURL = async () => void seen.push('loaded')
      dialog.showMessageBox = (async (options: { message: string }) => {
        seen.push(options.message)
        return { response: 0, checkboxChecked: false }
      }) as unknown as typeof showMessageBox
      for (const reason of ['clean-exit', 'crashed', 'oom', 'killed', 'launch-failed'])
        window.webContents.emit('render-process-gone', {}, { reason, exitCode: 1 })
      await new Promise(resolve => setTimeout(resolve, 20))
      window.loadURL = loadURL
      dialog.showMessageBox = showMessageBox
      return seen
    })
    expect(seen).toEqual(['loaded', 'loaded', 'loaded', 'The window keeps closing by itself', 'loaded'])
  })

  test('6-ui 9.4: a folder dropped anywhere is reviewed; its path stays outside the page', async () => {
    const { page } = running
    const devtools = await page.context().newCDPSession(page)
    const overlay = page.getByText('Drop a plugin folder or an agent template')
    const drag = async (type: 'dragEnter' | 'dragOver' | 'drop', files: readonly string[]) => {
      const data = { items: [], files: [...files], dragOperationsMask: 1 }
      await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
    }
    const hold = async (...files: string[]) => {
      await drag('dragEnter', files)
      await drag('dragOver', files)
      await expect(overlay).toBeVisible()
    }
    const drop = async (...files: string[]) => {
      await page.evaluate(paths => {
        for (const path of paths) sessionStorage.setItem(`standin-path:${path.split('/').at(-1)}`, path)
      }, files)
      await hold(...files)
      await drag('drop', files)
      await expect(overlay).toBeHidden()
    }
    const folder = copyOfPlugin('weather', 'dropped', 'Dropped weather')

    await hold(folder)
    await page.evaluate(() => window.dispatchEvent(new DragEvent('dragleave')))
    await expect(overlay).toBeHidden()

    await drop(folder)
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByRole('heading', { name: /Dropped weather/ })).toBeVisible()
    expect(page.url()).not.toContain(basename(folder))
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await expect(sheet).toBeHidden()

    const alert = page.getByRole('alert').filter({ hasText: /./ })
    const file = join(pluginFolder({ 'notes.txt': 'words', 'plugin.json': manifest('x') }), 'notes.txt')
    await drop(file)
    await expect(alert).toContainText(`${file} is a file. Choose a folder: the one that holds plugin.json.`)
    await drop(folder, file)
    await expect(alert).toContainText('Drop one folder')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(alert).toHaveCount(0)
    await expect(page).toHaveURL(/index\.html/)

    // A template that came while something was unsaved, and was not wanted then, is in no later import.
    await goTo(page, '/agents/1/overview')
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed')
    const template = { id: 'a/b', name: 'Helper', version: '1.0.0', agent: { system_prompt: 'Help.' } }
    await drop(join(pluginFolder({ 'helper.json': JSON.stringify(template) }), 'helper.json'))
    const asked = page.getByRole('dialog', { name: 'Leave without saving?' })
    await asked.getByRole('button', { name: 'Keep editing' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await goTo(page, '/agents/import')
    await expect(page.getByRole('dialog', { name: 'Import an agent' })).toBeVisible()
    await drop(join(pluginFolder({ 'helper.json': JSON.stringify(template) }), 'helper.json'))
    await expect(page.getByRole('dialog', { name: 'Import “Helper”' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
})
