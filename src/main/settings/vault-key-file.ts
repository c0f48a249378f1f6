import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * The key file of `spora serve`: `SPORA_KEY_FILE`, else one in the account's configuration folder, apart from the data
 * folder, so that a copy of the data folder alone gives no secret away.
 */
export function vaultKeyFile(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const named = env.SPORA_KEY_FILE?.trim()
  if (named) return resolve(named)
  if (platform === 'darwin') return join(home, 'Library', 'Preferences', 'spora', 'vault.key')
  if (platform === 'win32') return join(env.APPDATA || join(home, 'AppData', 'Roaming'), 'spora', 'vault.key')
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), 'spora', 'vault.key')
}
