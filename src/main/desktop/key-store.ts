import { safeStorage } from 'electron'

/** What a vault needs of the platform's key store. */
export const keyStore = {
  isAvailable: () => safeStorage.isEncryptionAvailable(),
  backend: () =>
    process.platform === 'linux' && 'getSelectedStorageBackend' in safeStorage
      ? safeStorage.getSelectedStorageBackend()
      : process.platform,
  encrypt: (text: string) => safeStorage.encryptString(text),
  decrypt: (sealed: Buffer) => safeStorage.decryptString(sealed),
}
