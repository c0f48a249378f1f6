import { type BrowserWindow, dialog, nativeTheme } from 'electron'
import type { Shell } from '../shell.ts'
import { openExternal } from './open-external.ts'

/** What the app can do with a screen of its own: dialogs, the system's browser, the theme. */
export function desktopShell(window: () => BrowserWindow | undefined): Shell {
  return {
    mode: 'desktop',
    async chooseFolder() {
      const options = {
        title: 'Add plugin from folder',
        buttonLabel: 'Review',
        properties: ['openDirectory' as const],
      }
      const owner = window()
      const { canceled, filePaths } = owner
        ? await dialog.showOpenDialog(owner, options)
        : await dialog.showOpenDialog(options)
      return canceled ? null : (filePaths[0] ?? null)
    },
    openExternal: url => openExternal(window(), url),
    setTheme(theme) {
      nativeTheme.themeSource = theme
    },
  }
}
