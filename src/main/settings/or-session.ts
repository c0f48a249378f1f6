import { existsSync, rmSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { createSessionVault } from './session-vault.ts'
import type { Vault, VaultInfo } from './vault.ts'

/**
 * The same vault; where its protection is weak, the person may choose that new secrets last until the app quits and no
 * longer (B163). `choice`: the file in the data folder that says so. What was stored before goes on opening.
 */
export function orSession(kept: Vault, choice: string): Vault {
  const session = createSessionVault()
  let chosen = existsSync(choice)
  const offered = () => kept.info.usable && kept.info.reduced
  const info = (): VaultInfo => {
    if (!offered()) return kept.info
    return chosen ? { ...session.info, session: 'chosen' } : { ...kept.info, session: 'offered' }
  }
  return {
    get info() {
      return info()
    },
    ready: async () => kept.ready?.(),
    seal: (plain, place) => (chosen && offered() ? session : kept).seal(plain, place),
    open: (envelope, place) => kept.open(envelope, place) ?? session.open(envelope, place),
    useKeyFile() {
      kept.useKeyFile?.()
      return info()
    },
    keepForSession(on) {
      if (on) writeFileAtomic.sync(choice, '{"keep_secrets":"until the app quits"}\n', { mode: 0o600 })
      else rmSync(choice, { force: true })
      chosen = on
      return info()
    },
  }
}
