import type { JsonValue, SettingInfo } from '@spora/sdk'
import type { SecretView } from '../../shared/contract/settings.ts'
import { now } from '../storage/clock.ts'
import { backendOf } from './envelope.ts'
import type { SecretPlace, Vault } from './vault.ts'

type Values = Readonly<Record<string, JsonValue>>
/** Where a record of settings stands; each secret's column is made from its key. */
export type SettingsPlace = Omit<SecretPlace, 'column'>

/**
 * A secret as it stands in a JSON column: one envelope for each of the app's vaults that sealed it (the key store of
 * the desktop, the key file of `serve`). No envelope at all: it was cleared and needs to be entered again.
 */
type StoredSecret = {
  readonly $secret: {
    readonly sealed: Readonly<Record<string, string>>
    readonly updated_at: string
    /** It was taken away because its address leads elsewhere now. */
    readonly moved?: boolean
  }
}

export function secretPlace(place: SettingsPlace, key: string): SecretPlace {
  return { ...place, column: `settings.${key}` }
}

/**
 * What to store for `values` as a person entered them: every password sealed. `null` or '' removes a secret; one that is
 * left out keeps what is `stored`. Everything that is no password is taken from `values` as it is.
 */
export function sealSecrets(
  vault: Vault,
  settings: readonly SettingInfo[],
  values: Values,
  place: SettingsPlace,
  stored: Values = {},
): Record<string, JsonValue> {
  const sealed: Record<string, JsonValue> = { ...values }
  for (const { key, type } of settings) {
    if (type !== 'password') continue
    const value = values[key]
    const before = stored[key]
    delete sealed[key]
    if (value === undefined) {
      if (before !== undefined) sealed[key] = before
    } else if (typeof value === 'string' && value !== '') {
      sealed[key] = sealSecret(vault, value, secretPlace(place, key), before)
    }
  }
  return sealed
}

/** The values with passwords in clear, for main alone. A secret that this vault cannot open is left out. */
export function openSecrets(
  vault: Vault,
  settings: readonly SettingInfo[],
  stored: Values,
  place: SettingsPlace,
): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {}
  const passwords = new Set(settings.filter(({ type }) => type === 'password').map(({ key }) => key))
  for (const [key, value] of Object.entries(stored)) {
    if (passwords.has(key)) {
      const plain = openSecret(vault, value, secretPlace(place, key))
      if (plain !== null) values[key] = plain
    } else if (!isStoredSecret(value)) values[key] = value
  }
  return values
}

/** What a window may know of each password. */
export function secretViews(
  vault: Vault,
  settings: readonly SettingInfo[],
  stored: Values,
  place: SettingsPlace,
): Record<string, SecretView> {
  const passwords = settings.filter(({ type }) => type === 'password')
  return Object.fromEntries(passwords.map(({ key }) => [key, secretView(vault, stored[key], secretPlace(place, key))]))
}

/**
 * A replaced secret loses the envelopes of other vaults, which hold the old value; one that this vault could not open is
 * kept beside the new one, for the other way of starting the app.
 */
export function sealSecret(vault: Vault, plain: string, place: SecretPlace, before?: JsonValue): JsonValue {
  const envelope = vault.seal(plain, place)
  const kept = isStoredSecret(before) && openSecret(vault, before, place) === null ? before.$secret.sealed : {}
  return { $secret: { sealed: { ...kept, [backendOf(envelope) ?? '']: envelope }, updated_at: now() } }
}

/** A secret that is there no more and has to be entered again. */
export function clearedSecret({ moved = false } = {}): JsonValue {
  return { $secret: { sealed: {}, updated_at: now(), ...(moved ? { moved } : {}) } }
}

/** Also a plain text, which a setting holds that was no password when it was stored. Null: it cannot be opened. */
export function openSecret(vault: Vault, stored: JsonValue | undefined, place: SecretPlace): string | null {
  if (typeof stored === 'string') return stored
  if (!isStoredSecret(stored)) return null
  for (const envelope of Object.values(stored.$secret.sealed)) {
    const plain = vault.open(envelope, place)
    if (plain !== null) return plain
  }
  return null
}

export function secretView(vault: Vault, stored: JsonValue | undefined, place: SecretPlace): SecretView {
  if (typeof stored === 'string') return { set: stored !== '', updated_at: null, needs_reentry: false }
  if (!isStoredSecret(stored)) return { set: false, updated_at: null, needs_reentry: false }
  const opens = openSecret(vault, stored, place) !== null
  const { sealed, updated_at, moved = false } = stored.$secret
  return { set: Object.keys(sealed).length > 0, updated_at, needs_reentry: !opens, ...(moved ? { moved } : {}) }
}

export function isStoredSecret(value: JsonValue | undefined): value is StoredSecret {
  const secret = (value as Partial<StoredSecret> | null | undefined)?.$secret
  return typeof secret === 'object' && secret !== null && typeof secret.sealed === 'object' && secret.sealed !== null
}
