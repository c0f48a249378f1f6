import { type BrowserWindow, dialog, shell as electronShell, nativeTheme } from 'electron'
import type { Shell } from '../shell.ts'
import { writeExport } from '../storage/write-export.ts'
import { keepLook } from './last-look.ts'
import { desktopNotifications } from './notifications.ts'
import { openExternal } from './open-external.ts'

/** What the app can do with a screen of its own: dialogs, the system's browser, the theme. */
export function desktopShell(
  dataFolder: string,
  window: () => BrowserWindow | undefined,
  navigate: (path: string) => void,
): Shell {
  return {
    mode: 'desktop',
    ...desktopNotifications(window, navigate),
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
    async saveFile(name, text) {
      const options = { defaultPath: name, filters: [{ name: 'JSON', extensions: ['json'] }] }
      const owner = window()
      const { canceled, filePath } = owner
        ? await dialog.showSaveDialog(owner, options)
        : await dialog.showSaveDialog(options)
      if (canceled || !filePath) return false
      await writeExport(filePath, text)
      return true
    },
    // Opening instead would start what the system takes for a program.
    showFile: path => electronShell.showItemInFolder(path),
    openExternal: url => openExternal(window(), url),
    setLook(look) {
      nativeTheme.themeSource = look.theme
      keepLook(dataFolder, look)
    },
  }
}
