import { existsSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { SporaError } from '../../shared/spora-error.ts'
import { createFileVault } from './file-vault.ts'
import type { Vault } from './vault.ts'

interface Files {
  /** Apart from the data folder, so that a copy of that alone gives no secret away. */
  readonly keyFile: string
  /** In the data folder: that the person chose the key file. */
  readonly choice: string
}

/**
 * The app's vault where the system's key store cannot be used: nothing is stored, unless the person chooses a key file.
 * Once the key store works again, new secrets go there; what the key file sealed goes on opening.
 */
export function orKeyFile(keyStore: Vault, { keyFile, choice }: Files): Vault {
  let file = existsSync(choice) ? createFileVault(keyFile) : null
  const inUse = () => (keyStore.info.usable || !file ? keyStore : file)
  return {
    get info() {
      const { name, detail } = keyStore.info
      if (keyStore.info.usable) return keyStore.info
      if (file)
        return {
          name: file.info.name,
          reduced: true,
          usable: file.info.usable,
          detail: file.info.usable
            ? `You chose a key file, because ${name} could not be used. ${WEAKER}`
            : file.info.detail,
        }
      return { ...keyStore.info, offersKeyFile: true, detail: `${detail} Or use a key file, in Settings → Data.` }
    },
    ready: async () => keyStore.ready?.(),
    seal(plain, place) {
      if (inUse().info.usable) return inUse().seal(plain, place)
      throw new SporaError('SECRET_STORE_UNAVAILABLE', this.info.detail)
    },
    open: (envelope, place) => keyStore.open(envelope, place) ?? file?.open(envelope, place) ?? null,
    useKeyFile() {
      file = createFileVault(keyFile)
      if (file.info.usable) writeFileAtomic.sync(choice, `${JSON.stringify({ key_file: keyFile })}\n`, { mode: 0o600 })
      return this.info
    },
  }
}

const WEAKER = 'Other programs of your account can read it, so this is weaker than a key store.'
