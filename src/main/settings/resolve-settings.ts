import type { JsonValue, SettingInfo } from '@spora/sdk'
import type { SecretView, SettingOrigin } from '../../shared/contract/settings.ts'
import { checkSettingShape } from './check-setting-shape.ts'
import { destinations, isMoved } from './destinations.ts'
import { normaliseMultiSelect } from './multi-select.ts'
import { isStoredSecret, openSecret, secretPlace, secretView } from './secret-fields.ts'
import { placeOf, type SettingRow } from './setting-rows.ts'
import type { Vault } from './vault.ts'

/** One setting after the cascade (C1). */
export interface ResolvedSetting {
  readonly setting: SettingInfo
  /** Secrets in clear. Null when nothing is set, or nothing that can be used. */
  readonly value: JsonValue
  readonly origin: SettingOrigin
  /** What a window may know of a password. */
  readonly secret: SecretView | null
}

const NO_SECRET: SecretView = { set: false, updated_at: null, needs_reentry: false }

/**
 * Declared default -> global -> user -> agent, key by key; the last row that says something wins, also when it says
 * "empty". A value the tool no longer accepts says nothing. A secret that cannot be opened is not replaced by one of a
 * lower row, which might belong to somebody else.
 */
export function resolveSettings(
  vault: Vault,
  toolClass: string,
  settings: readonly SettingInfo[],
  rows: readonly SettingRow[],
): ResolvedSetting[] {
  return settings.map(setting => {
    const resolved = resolve(vault, toolClass, setting, rows)
    return setting.type === 'password' && isMisplaced(resolved.origin, settings, rows) ? withhold(resolved) : resolved
  })
}

function resolve(vault: Vault, toolClass: string, setting: SettingInfo, rows: readonly SettingRow[]): ResolvedSetting {
  for (const row of [...rows].reverse()) {
    const stored = row.settings[setting.key]
    if (stored === undefined) continue
    const origin = row.key.layer
    if (setting.type === 'password') {
      const place = secretPlace(placeOf(toolClass, row.key), setting.key)
      return { setting, value: openSecret(vault, stored, place), origin, secret: secretView(vault, stored, place) }
    }
    const value = usable(setting, stored)
    if (value !== undefined) return { setting, value, origin, secret: null }
  }
  const value = setting.type === 'multi-select' ? normaliseMultiSelect(setting, setting.default) : setting.default
  return { setting, value: value ?? null, origin: 'default', secret: setting.type === 'password' ? NO_SECRET : null }
}

/** What a stored value that is no password counts as; undefined when it does not count. */
function usable(setting: SettingInfo, stored: JsonValue): JsonValue | undefined {
  if (isStoredSecret(stored)) return undefined // it was a password when it was stored
  if (setting.type === 'multi-select') return normaliseMultiSelect(setting, stored)
  if (isEmpty(stored)) return stored
  const checked = checkSettingShape(setting, stored)
  return checked.ok ? checked.value : undefined
}

/** Why what is stored does not count; null when it does. */
export function storedProblem(setting: SettingInfo, stored: JsonValue | undefined): string | null {
  if (stored === undefined || setting.type === 'password' || usable(setting, stored) !== undefined) return null
  const checked = isStoredSecret(stored) ? null : checkSettingShape(setting, stored)
  const reason = checked && !checked.ok ? checked.message : 'It was stored when this setting was a password.'
  return `The tool no longer accepts the stored value. ${reason}`
}

export function isEmpty(value: JsonValue | undefined): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A secret is not sent where a later row moved the address to (B156): it has to be entered in that row too. */
function isMisplaced(origin: SettingOrigin, settings: readonly SettingInfo[], rows: readonly SettingRow[]): boolean {
  const own = rows.findIndex(row => row.key.layer === origin)
  if (own < 0) return false
  return isMoved(destinations(settings, rows.slice(0, own + 1)), destinations(settings, rows), { own: false })
}

function withhold(resolved: ResolvedSetting): ResolvedSetting {
  const { secret: own } = resolved
  const secret = own?.set ? { ...own, needs_reentry: true, moved: true } : own
  return { ...resolved, value: null, secret }
}
