import type { JsonValue } from '@spora/sdk'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { destinations, isMoved } from './destinations.ts'
import { clearedSecret, sealSecret, secretPlace } from './secret-fields.ts'
import type { SettingCascade } from './setting-cascade.ts'
import { placeOf, type RowKey, type SettingRow, type SettingRows } from './setting-rows.ts'
import type { Vault } from './vault.ts'

/** `undefined` takes a key out of the row. */
export type RowChanges = ReadonlyMap<string, JsonValue | undefined>

/** Stores the changes as the row's next revision, secrets sealed. Inside a transaction. */
export function writeRow(
  rows: SettingRows,
  vault: Vault,
  tool: RegisteredTool,
  row: SettingRow,
  changes: RowChanges,
): void {
  const settings: Record<string, JsonValue> = { ...row.settings }
  const passwords = new Set(tool.metadata.settings.filter(({ type }) => type === 'password').map(({ key }) => key))
  for (const [key, value] of changes) {
    if (value === undefined) delete settings[key]
    else if (passwords.has(key) && typeof value === 'string' && value !== '')
      settings[key] = sealSecret(vault, value, secretPlace(placeOf(tool.toolClass, row.key), key), row.settings[key])
    else settings[key] = value
  }
  rows.write(tool.toolClass, tool.metadata.tool.name, { ...row, settings, revision: row.revision + 1 })
}

/**
 * Writes, and takes away every secret of the tool whose address leads to another origin afterwards (B156), whichever
 * row it stands in, unless it was entered in this same save. It then needs to be entered again.
 */
export function writeAndClearMoved(
  cascade: SettingCascade,
  vault: Vault,
  tool: RegisteredTool,
  row: SettingRow,
  changes: RowChanges,
): void {
  const leadTo = (key: RowKey) =>
    destinations(tool.metadata.settings, cascade.rowsFor(tool.toolClass, cascade.peopleOf(key)))
  const before = cascade.rows.all(tool.toolClass).map(({ key }) => ({ key, to: leadTo(key) }))
  writeRow(cascade.rows, vault, tool, row, changes)
  for (const { key, to } of before) {
    const isSaved = JSON.stringify(key) === JSON.stringify(row.key)
    if (!isMoved(to, leadTo(key), { own: isSaved })) continue
    clearSecrets(cascade.rows, tool, key, secret => isSaved && changes.has(secret))
  }
}

function clearSecrets(rows: SettingRows, tool: RegisteredTool, rowKey: RowKey, isKept: (key: string) => boolean): void {
  const row = rows.read(tool.toolClass, rowKey)
  const cleared = tool.metadata.settings.filter(
    ({ key, type }) => type === 'password' && (row.settings[key] ?? '') !== '' && !isKept(key),
  )
  if (cleared.length === 0) return
  const settings = {
    ...row.settings,
    ...Object.fromEntries(cleared.map(({ key }) => [key, clearedSecret({ moved: true })])),
  }
  rows.write(tool.toolClass, tool.metadata.tool.name, { ...row, settings, revision: row.revision + 1 })
}
