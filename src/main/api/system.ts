import type { SecretStore } from '../../shared/contract/system.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { VaultInfo } from '../settings/vault.ts'
import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'
import { openSecretStore, secretsMayOpen } from './open-secret-store.ts'

export function systemHandlers(os: Implementer, services: AppServices) {
  const { preferences, shell, vault, database, backups, events, notices, dataFolder, version } = services
  return {
    info: os.system.info.handler(() => ({
      version,
      platform: process.platform,
      mode: shell.mode,
      folder_dialog: shell.chooseFolder !== undefined,
      shows_files: shell.showFile !== undefined,
      data_folder: dataFolder,
      secret_store: secretStore(vault.info),
      notices: [...notices, ...database.notices, ...backups.notices].map(({ code, message }) => ({ code, message })),
    })),
    preferences: os.system.preferences.handler(() => preferences.get()),
    setPreferences: os.system.setPreferences.handler(({ input }) => {
      const changed = preferences.set(input)
      shell.setLook(changed)
      return changed
    }),
    useKeyFile: os.system.useKeyFile.handler(() => {
      if (!vault.info.offersKeyFile || !vault.useKeyFile)
        throw new SporaError('INVALID_STATE', `A key file is not needed here. ${vault.info.detail}`)
      const info = vault.useKeyFile()
      secretsMayOpen(events)
      return secretStore(info)
    }),
    openSecretStore: os.system.openSecretStore.handler(async () => {
      await openSecretStore(services)
      return secretStore(vault.info)
    }),
    keepForSession: os.system.keepForSession.handler(({ input }) => {
      if (!vault.info.session || !vault.keepForSession)
        throw new SporaError('INVALID_STATE', `Keys are not kept in memory alone here. ${vault.info.detail}`)
      return secretStore(vault.keepForSession(input.on))
    }),
    openExternal: os.system.openExternal.handler(async ({ input }) => ({
      opened: await shell.openExternal(input.url),
    })),
  }
}

function secretStore({ name, reduced, detail, usable, offersKeyFile = false, session, asks }: VaultInfo): SecretStore {
  return { name, reduced, detail, usable, offers_key_file: offersKeyFile, session: session ?? null, asks: asks ?? null }
}
