import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BrowserWindow, type Rectangle, screen } from 'electron'
import writeFileAtomic from 'write-file-atomic'
import { PAGE, WEB_PREFERENCES, WINDOW } from './options.ts'

interface Kept {
  readonly bounds: Rectangle
  readonly maximized: boolean
}

/** Where the window stood last, when it is still on a screen. */
function keptBounds(file: string): Kept | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
    const { x, y, width, height } = screen.getDisplayMatching(kept.bounds).workArea
    const b = kept.bounds
    const visible = b.x < x + width && b.x + b.width > x && b.y < y + height && b.y + b.height > y
    return visible ? kept : undefined
  } catch {
    return undefined
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
  if (kept?.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => {
    const state: Kept = { bounds: window.getNormalBounds(), maximized: window.isMaximized() }
    writeFileAtomic.sync(options.stateFile, JSON.stringify(state), { mode: 0o600 })
  })
  window.webContents.on('render-process-gone', (_event, details) => {
    // The page holds nothing that is not in the database: load it again.
    if (details.reason !== 'clean-exit' && !window.isDestroyed()) void window.loadURL(options.devServer ?? PAGE)
  })
  void window.loadURL(options.devServer ?? PAGE)
  return window
}

export const windowStateFile = (dataFolder: string): string => join(dataFolder, 'window.json')
