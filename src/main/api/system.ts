import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'

export function systemHandlers(os: Implementer, services: AppServices) {
  const { preferences, shell, vault, database, backups, notices, dataFolder, version } = services
  return {
    info: os.system.info.handler(() => ({
      version,
      platform: process.platform,
      mode: shell.mode,
      folder_dialog: shell.chooseFolder !== undefined,
      shows_files: shell.showFile !== undefined,
      data_folder: dataFolder,
      secret_store: { ...vault.info },
      notices: [...notices, ...database.notices, ...backups.notices].map(({ code, message }) => ({ code, message })),
    })),
    preferences: os.system.preferences.handler(() => preferences.get()),
    setPreferences: os.system.setPreferences.handler(({ input }) => {
      const changed = preferences.set(input)
      if (input.theme) shell.setTheme(input.theme)
      return changed
    }),
    openExternal: os.system.openExternal.handler(async ({ input }) => ({
      opened: await shell.openExternal(input.url),
    })),
  }
}
