import type { JsonValue } from '@spora/sdk'
import { SporaError } from '../../shared/spora-error.ts'
import type { Database } from '../storage/database.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { isEmpty } from './resolve-settings.ts'
import { clearedSecret, isStoredSecret } from './secret-fields.ts'
import type { SettingRows } from './setting-rows.ts'
import type { Vault } from './vault.ts'
import { writeRow } from './write-settings.ts'

function isPlain(stored: JsonValue | undefined): boolean {
  return stored !== undefined && !isEmpty(stored) && !isStoredSecret(stored)
}

/** What was a number is a secret as it was typed; a switch or a list is none, and is asked for again. */
function asSecret(value: JsonValue | undefined): JsonValue {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : clearedSecret()
}

/**
 * A setting that became a password with an update of its tool: its plain text moves into the vault and is erased from
 * the file (B158). Answers whether all of them did.
 */
export function sealPlainSecrets(
  database: Database,
  rows: SettingRows,
  vault: Vault,
  tools: readonly RegisteredTool[],
): boolean {
  let moved = false
  let all = true
  for (const tool of tools) {
    const passwords = tool.metadata.settings.filter(({ type }) => type === 'password').map(({ key }) => key)
    if (passwords.length === 0) continue
    for (const row of rows.all(tool.toolClass)) {
      const plain = passwords.filter(key => isPlain(row.settings[key]))
      if (plain.length === 0) continue
      try {
        database.transaction(() =>
          writeRow(rows, vault, tool, row, new Map(plain.map(key => [key, asSecret(row.settings[key])]))),
        )
        moved = true
      } catch (error) {
        // Without a vault it stays what it was: usable by the tool, invisible for windows. The next start tries again.
        if (!(error instanceof SporaError)) throw error
        all = false
      }
    }
  }
  // secure_delete has erased it from the page; the log still has the page as it was.
  if (moved) database.afterCommit(() => database.sqlite.pragma('wal_checkpoint(TRUNCATE)'))
  return all
}
