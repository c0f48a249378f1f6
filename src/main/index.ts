/**
 * The desktop app: one window over the runtime. Everything Electron is in desktop/; everything else in compose, which is
 * loaded behind the page (desktop/build-runtime.ts).
 */
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { app, type BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, session } from 'electron'
import { rendererFiles } from './api/renderer-files.ts'
import type { App } from './compose.ts'
import { serveAppProtocol } from './desktop/app-protocol.ts'
import { dataFlag } from './desktop/data-flag.ts'
import { desktopShell } from './desktop/desktop-shell.ts'
import { droppedFolder } from './desktop/dropped-folder.ts'
import { lastLook } from './desktop/last-look.ts'
import { applicationMenu } from './desktop/menu.ts'
import { ORIGIN, REFUSED_SWITCHES, SCHEME, WEB_PREFERENCES } from './desktop/options.ts'
import { acceptRpcPort, isTrustedSender } from './desktop/rpc-port.ts'
import { restrictNavigation, restrictSession } from './desktop/session-rules.ts'
import { untilServed } from './desktop/until-served.ts'
import { firstLoad, openWindow, windowStateFile } from './desktop/window.ts'
import { dataFolder, prepareDataFolder } from './storage/data-folder.ts'

const out = join(app.getAppPath(), 'out')
const devServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
const pageOrigin = devServer === undefined ? ORIGIN : new URL(devServer).origin
const folder = dataFolder({ flag: dataFlag(process.argv.slice(1)) })

let window: BrowserWindow | undefined
let runtime: App | undefined
let withdraw: (() => Promise<void>) | undefined
let closing = false

/** A sentence in a dialog and on the terminal, then the end: the app cannot work without its data folder. */
function giveUp(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error)
  console.error(message)
  dialog.showErrorBox('Spora cannot start', message)
  end(1)
}

/** At once: before it is ready, `app.exit` alone lets the next lines run. */
function end(code: number): never {
  app.exit(code)
  process.exit(code)
}

async function start(): Promise<void> {
  await app.whenReady()
  const ui = session.fromPartition(WEB_PREFERENCES.partition)
  for (const each of [session.defaultSession, ui]) restrictSession(each, devServer)
  const look = lastLook(folder)
  if (look) nativeTheme.themeSource = look.theme
  const page = untilServed(rendererFiles(join(out, 'renderer'), look))
  serveAppProtocol(ui, page.file)
  restrictNavigation(app, devServer)
  const navigate = (hash: string) => window?.webContents.send('navigate', hash)
  window = openWindow({ preload: join(out, 'preload/index.cjs'), stateFile: windowStateFile(folder), devServer })
  const loaded = firstLoad(window)
  // The page first: the runtime is loaded and built while the page starts in a process of its own.
  const built = Promise.race([page.served, loaded]).then(async () => {
    const { buildRuntime } = await import('./desktop/build-runtime.ts')
    return await buildRuntime(
      folder,
      out,
      desktopShell(folder, () => window, navigate),
    )
  })
  acceptRpcPort(
    ipcMain,
    window,
    port => void built.then(({ serve }) => serve(port)).catch(() => port.close()),
    pageOrigin,
  )
  ipcMain.handle('plugin:dropped', async (event, path: unknown) => {
    if (!isTrustedSender(event, window, pageOrigin) || !runtime) return null
    const { plugins, logError } = runtime
    return droppedFolder(path, folder => plugins.choose(folder), logError)
  })
  Menu.setApplicationMenu(applicationMenu(process.platform, app.isPackaged, navigate))
  runtime = (await built).runtime
  // What the command line asks, and what plugins and chats take up again, would only make the page wait.
  await loaded
  if (closing) return
  const { announceInstance } = await import('./api/instance.ts')
  withdraw = await announceInstance(folder, { router: runtime.commandRouter, logError: runtime.logError })
  if (closing) return
  await runtime.start()
  flushCompileCache() // the app may end without an exit of its own
}

if (app.isPackaged && REFUSED_SWITCHES.some(name => app.commandLine.hasSwitch(name))) end(1)
try {
  prepareDataFolder(folder) // first: the lock of the next lines stands in it
} catch (error) {
  giveUp(error)
}
app.setPath('userData', join(folder, 'window'))
if (!app.requestSingleInstanceLock()) {
  console.error('Spora is already running with this data folder; its window was brought to the front.')
  end(0)
} else {
  app.enableSandbox()
  protocol.registerSchemesAsPrivileged([SCHEME])
  app.on('second-instance', () => {
    if (!window || window.isDestroyed()) return
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  })
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', event => {
    if (!runtime) return
    event.preventDefault() // also when it is asked again: what is closing is waited for
    if (closing) return
    closing = true
    const { close, logError } = runtime
    void Promise.resolve(withdraw?.())
      .catch(logError)
      .then(close)
      .finally(() => app.exit(0))
  })
  start().catch(giveUp)
}
