import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { externalUrl } from './api/external-url.ts'
import { type App, compose } from './compose.ts'
import { forkNodeHost } from './plugins/fork-node.ts'
import { createFileVault } from './settings/file-vault.ts'
import { vaultKeyFile } from './settings/vault-key-file.ts'
import type { Shell } from './shell.ts'

/** There is no window of ours: the page asks once the address was found good, and the browser opens it. */
const shell: Shell = {
  mode: 'serve',
  async openExternal(url) {
    externalUrl(url)
    return true
  },
  setLook() {},
}

/** The program in plain Node, for `serve` and the command line. `out`: the build's folder. */
export function composeHeadless(dataFolder: string, out: string): App {
  return compose({
    dataFolder,
    outFolder: out,
    pluginsFolder: join(out, '../plugins'),
    skillsFolder: join(out, '../skills'),
    templatesFolder: join(out, '../agent-templates'),
    vault: createFileVault(vaultKeyFile()),
    forkHost: forkNodeHost({ outFolder: out }),
    // Node's permission flags hold back files; the network is limited only through `context.fetch`.
    enforces: { net: false, fs: true, env: true },
    shell,
    version: packageJson.version,
  })
}
