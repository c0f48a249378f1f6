import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, type Rectangle, screen } from 'electron'
import writeFileAtomic from 'write-file-atomic'
import { PAGE, WEB_PREFERENCES, WINDOW } from './options.ts'
import { reloadLimit } from './reload-limit.ts'

interface Kept {
  readonly bounds: Rectangle
  readonly maximized: boolean
}

/** Where the window stood last, when it is still on a screen. Of what the file says, only these numbers are taken. */
function keptBounds(file: string): Kept | undefined {
  try {
    const { bounds, maximized } = JSON.parse(readFileSync(file, 'utf8')) as Kept
    const { x, y, width, height } = bounds
    if (![x, y, width, height].every(Number.isInteger)) return undefined
    const area = screen.getDisplayMatching({ x, y, width, height }).workArea
    const across = x < area.x + area.width && x + width > area.x
    const down = y < area.y + area.height && y + height > area.y
    return across && down ? { bounds: { x, y, width, height }, maximized: maximized === true } : undefined
  } catch {
    return undefined
  }
}

function keepBounds(file: string, window: BrowserWindow): void {
  const state: Kept = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
  try {
    writeFileAtomic.sync(file, JSON.stringify(state), { mode: 0o600 })
  } catch {
    // It will open at its usual place; closing goes on.
  }
}

/** The one main window. Its place and size come back at the next start. */
export function openWindow(options: {
  preload: string
  stateFile: string
  devServer: string | undefined
}): BrowserWindow {
  const kept = keptBounds(options.stateFile)
  const window = new BrowserWindow({
    ...WINDOW,
    ...kept?.bounds,
    title: 'Spora',
    show: false,
    backgroundColor: '#1b1e1a',
    webPreferences: { ...WEB_PREFERENCES, preload: options.preload },
  })
  const mayReload = reloadLimit(Date.now)
  if (kept?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => keepBounds(options.stateFile, window))
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit' || window.isDestroyed()) return
    // The page holds nothing that is not in the database: load it again.
    if (mayReload()) load()
    else void askToReload(details.reason)
  })
  load()
  return window

  async function askToReload(reason: string) {
    const { response } = await dialog.showMessageBox({
      type: 'error',
      message: 'The window keeps closing by itself',
      detail: `The system says: ${reason}. Your chats are kept, and what runs goes on. Load the window again, or quit and start Spora anew.`,
      buttons: ['Load again', 'Quit'],
      cancelId: 0,
    })
    if (response === 1) app.quit()
    else if (!window.isDestroyed()) load()
  }

  function load() {
    // It rejects when the window goes first; nobody waits for it.
    window.loadURL(options.devServer ?? PAGE).catch(() => {})
  }
}

export const windowStateFile = (dataFolder: string): string => join(dataFolder, 'window.json')

/** Resolves when the page was loaded the first time, could not be, or is gone. */
export function firstLoad(window: BrowserWindow): Promise<void> {
  return new Promise(resolve => {
    window.webContents.once('did-finish-load', () => resolve())
    window.webContents.once('did-fail-load', () => resolve())
    window.once('closed', () => resolve())
  })
}
