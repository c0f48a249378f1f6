import { safeStorage } from 'electron'
import type { KeyStorePort } from '../settings/key-store-vault.ts'

/** The platform's key store, as the vault takes it. */
export const keyStore: KeyStorePort = {
  isAsyncEncryptionAvailable: () => safeStorage.isAsyncEncryptionAvailable(),
  encryptStringAsync: plain => safeStorage.encryptStringAsync(plain),
  decryptStringAsync: encrypted => safeStorage.decryptStringAsync(encrypted),
  ...(process.platform === 'linux' && { getSelectedStorageBackend: () => safeStorage.getSelectedStorageBackend() }),
}
