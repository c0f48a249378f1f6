import type { JsonValue, SettingInfo } from '@spora/sdk'
import type { ModelDraft } from '../../shared/contract/models.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { checkSettingValue } from '../settings/check-setting-value.ts'
import { isUnprotected, sameOrigin } from '../settings/origins.ts'
import { openSecret, type SettingsPlace, secretPlace, secretView } from '../settings/secret-fields.ts'
import type { Vault } from '../settings/vault.ts'
import { plainName } from '../text/plain-name.ts'
import { type DriverKind, driverKind } from './driver-table.ts'

type Values = Record<string, JsonValue>

export interface CheckedDraft {
  readonly kind: DriverKind
  readonly name: string
  /** Declared settings that are filled in. Secrets only when they are new. */
  readonly values: Values
  /** The secrets that stay as they are stored. */
  readonly kept: ReadonlySet<string>
}

export interface StoredConfiguration {
  readonly settings: Readonly<Values>
  readonly place: SettingsPlace
}

interface FieldProblem {
  readonly key: string
  readonly code: string
  readonly message: string
}

/** A form as it may be stored or tried, or SETTING_INVALID with every problem beside its field. */
export function checkDraft(draft: ModelDraft, stored: StoredConfiguration | null): CheckedDraft {
  const kind = driverKind(draft.driver)
  if (!kind)
    throw new SporaError('VALIDATION_ERROR', `There is no kind of model called “${draft.driver.slice(0, 60)}”.`, {
      field: 'driver',
    })
  const problems: FieldProblem[] = []
  const values: Values = {}
  const declared = new Map(kind.settings.map(setting => [setting.key, setting]))
  for (const [key, value] of Object.entries(draft.settings)) {
    const setting = declared.get(key)
    if (!setting) problems.push({ key, code: 'SETTING_UNKNOWN', message: 'This kind of model has no such setting.' })
    else if (!isUnset(value)) {
      const checked = checkSettingValue(setting, trimmed(value))
      if (checked.ok && setting.type === 'url' && hasCredentials(checked.value))
        problems.push({ key, code: 'SETTING_URL', message: 'Write the address without a name and password in it.' })
      if (checked.ok && setting.type === 'password' && !SENDABLE.test(String(checked.value)))
        problems.push({
          key,
          code: 'SETTING_SECRET_CHARS',
          message: 'This has characters that no key has, perhaps from copying. Copy the key again.',
        })
      else if (checked.ok) values[key] = checked.value
      else problems.push({ key, code: checked.code, message: checked.message })
    }
  }
  const kept = keptSecrets(kind.settings, draft, values, stored)
  problems.push(...missing(kind.settings, values, kept), ...unprotected(kind.settings, values, kept))
  if (problems.length > 0) {
    const first = problems[0]
    // A name nobody declared is not repeated: it may be anything that was pasted.
    const label = declared.get(first?.key ?? '')?.label ?? 'One of the fields'
    throw new SporaError('SETTING_INVALID', `${label}: ${first?.message}`, { fields: problems })
  }
  return { kind, name: plainName(draft.name) || kind.name, values, kept }
}

/** Everything a driver is built from: the draft's values, secrets that stay, and defaults. */
export function draftSettings(draft: CheckedDraft, stored: StoredConfiguration | null, vault: Vault): Values {
  const settings: Values = {}
  for (const { key, default: declared } of draft.kind.settings) {
    const value = draft.kept.has(key) && stored ? keptSecret(draft, key, stored, vault) : draft.values[key]
    const filled = value ?? declared ?? null
    if (filled !== null) settings[key] = filled
  }
  return settings
}

/** Tried without it, the endpoint would be blamed for a key that it never got. */
function keptSecret(
  { kind, name }: CheckedDraft,
  key: string,
  stored: StoredConfiguration,
  vault: Vault,
): string | null {
  const place = secretPlace(stored.place, key)
  if (secretView(vault, stored.settings[key], place).needs_reentry) {
    const label = kind.settings.find(setting => setting.key === key)?.label ?? key
    throw new SporaError('SECRET_NEEDS_REENTRY', `The ${label} of “${name}” cannot be read any more. Enter it again.`, {
      key,
    })
  }
  return openSecret(vault, stored.settings[key], place)
}

/** A secret left out of the form stays, unless the address now names another origin (B156). */
function keptSecrets(
  settings: readonly SettingInfo[],
  draft: ModelDraft,
  values: Values,
  stored: StoredConfiguration | null,
): ReadonlySet<string> {
  if (!stored) return new Set()
  const defaultUrl = settings.find(({ key }) => key === 'base_url')?.default
  const before = stored.settings.base_url ?? defaultUrl
  if (!sameOrigin(before, values.base_url ?? defaultUrl)) return new Set()
  const passwords = settings.filter(({ type }) => type === 'password').map(({ key }) => key)
  return new Set(passwords.filter(key => draft.settings[key] === undefined && stored.settings[key] !== undefined))
}

function missing(settings: readonly SettingInfo[], values: Values, kept: ReadonlySet<string>): FieldProblem[] {
  return settings
    .filter(({ key, required, default: declared }) => required && isUnset(values[key] ?? declared) && !kept.has(key))
    .map(({ key }) => ({ key, code: 'SETTING_REQUIRED', message: 'This is needed.' }))
}

/** A key goes over plain http only within this computer, or when the person has said so (B154). */
function unprotected(settings: readonly SettingInfo[], values: Values, kept: ReadonlySet<string>): FieldProblem[] {
  const hasKey = kept.has('api_key') || !isUnset(values.api_key)
  if (!hasKey || values.allow_insecure === true || !isUnprotected(values.base_url)) return []
  const toggle = settings.find(({ key }) => key === 'allow_insecure')?.label ?? 'allow_insecure'
  return [
    {
      key: 'base_url',
      code: 'SETTING_UNPROTECTED',
      message: `With http:// everyone on the way can read the key. Write https://, or turn on “${toggle}”.`,
    },
  ]
}

/** What a header can carry and an eye can see: without the soft hyphen and the space that does not break. */
const SENDABLE = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/

/** They would stand in clear in the database, and in every sentence about the address. */
function hasCredentials(address: JsonValue): boolean {
  const { username, password } = new URL(String(address))
  return username !== '' || password !== ''
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

/** Pasted keys and addresses come with a line break more often than not. */
function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}
