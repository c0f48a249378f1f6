import { existsSync } from 'node:fs'
import { SporaError } from '../../shared/spora-error.ts'
import { createKeyStoreVault, type KeyStorePort, storeName } from './key-store-vault.ts'
import type { Vault, VaultInfo } from './vault.ts'

const AGAIN = 'save again; if that does not help, start Spora again'

/** Key stores that may ask the person before they give a key. */
const ASKS: ReadonlySet<string> = new Set(['darwin', 'gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])

/**
 * The vault of the app. A key store that may ask the person for permission is left alone until there is something to
 * keep in it, so that the window can say why before the system asks (L3). `choice`: that the person was told and took a
 * key file instead; whether the key store works again is then looked at each time.
 */
export async function keyStoreWhenNeeded(
  port: KeyStorePort,
  file: string,
  { choice, ...options }: { readonly choice: string; readonly answerMs?: number },
): Promise<Vault> {
  const store = port.getSelectedStorageBackend?.() ?? process.platform
  if (!ASKS.has(store) || existsSync(file) || existsSync(choice)) return createKeyStoreVault(port, file, options)
  const name = storeName(store)
  const before: VaultInfo = {
    name,
    reduced: false,
    usable: true,
    detail: `Secrets are encrypted with a key that ${name} protects, from the first one on.`,
    asks: `Before the first key is saved, the system may ask whether Spora may use ${name}: there Spora keeps what your keys are encrypted with. It may ask again after an update.`,
  }
  let opening: Promise<void> | undefined
  let opened: Vault | undefined
  const ready = async () => {
    if (opened?.info.usable) return
    opening ??= open()
    await opening
  }
  const open = async () => {
    opened = await createKeyStoreVault(port, file, { ...options, again: AGAIN })
    opening = undefined // one that said no, or nothing, is asked again for the next key
  }
  return {
    get info() {
      return opened?.info ?? before
    },
    seal(plain, place) {
      if (opened) return opened.seal(plain, place)
      void ready()
      throw new SporaError(
        'SECRET_STORE_UNAVAILABLE',
        `${name} has not answered yet. Allow Spora to use it when the system asks, then save again.`,
        { store },
      )
    },
    open: (envelope, place) => opened?.open(envelope, place) ?? null,
    ready,
  }
}
