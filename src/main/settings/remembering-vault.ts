import type { KnownSecrets } from '../text/known-secrets.ts'
import type { Vault, VaultInfo } from './vault.ts'

/** The same vault; whatever passes through it is known as a secret from then on. */
export function rememberingVault(vault: Vault, secrets: Pick<KnownSecrets, 'add'>): Vault {
  return {
    get info() {
      return vault.info
    },
    ready: async () => vault.ready?.(),
    seal(plain, place) {
      secrets.add(plain)
      return vault.seal(plain, place)
    },
    open(envelope, place) {
      const plain = vault.open(envelope, place)
      if (plain !== null) secrets.add(plain)
      return plain
    },
    ...(vault.keepForSession
      ? { keepForSession: (on: boolean) => (vault.keepForSession as (on: boolean) => VaultInfo)(on) }
      : {}),
    ...(vault.useKeyFile ? { useKeyFile: () => (vault.useKeyFile as () => VaultInfo)() } : {}),
  }
}
