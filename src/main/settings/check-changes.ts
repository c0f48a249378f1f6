import type { JsonValue, SettingInfo } from '@spora/sdk'
import type { SettingChange } from '../../shared/contract/settings.ts'
import { checkSettingValue } from './check-setting-value.ts'
import { isUnprotected } from './origins.ts'
import { type SettingProblem, type SettingProblemCode, settingProblem } from './setting-check.ts'

export interface FieldProblem {
  readonly key: string
  readonly code: SettingProblemCode
  readonly message: string
}

/** One change that may be stored. `undefined` takes the key out of the row. */
export interface CheckedChange {
  readonly key: string
  readonly value: JsonValue | undefined
}

/**
 * Everything a person sent, or every problem with it (C3). `stored` keys may be taken out though no longer declared.
 * `above`: the rows this one inherits from, where an address may stand that a person has confirmed.
 */
export function checkChanges(
  settings: readonly SettingInfo[],
  changes: readonly SettingChange[],
  stored: Readonly<Record<string, JsonValue>>,
  above: readonly Readonly<Record<string, JsonValue>>[] = [],
): { changes: CheckedChange[]; problems: FieldProblem[] } {
  const declared = new Map(settings.map(setting => [setting.key, setting]))
  const hasSecrets = settings.some(({ type }) => type === 'password')
  const checked: CheckedChange[] = []
  const problems: FieldProblem[] = []
  const open = hasSecrets && leadsOpenly(settings, changes, [stored, ...above])
  for (const change of changes) {
    const { key } = change
    const result = checkChange(declared.get(key), change, Object.hasOwn(stored, key), hasSecrets, open)
    if (result.ok) checked.push({ key, value: result.value })
    else problems.push({ key, code: result.code, message: result.message })
  }
  return { changes: checked, problems }
}

function checkChange(
  setting: SettingInfo | undefined,
  change: SettingChange,
  isStored: boolean,
  hasSecrets: boolean,
  open: boolean,
): { ok: true; value: JsonValue | undefined } | SettingProblem {
  if (change.action === 'reset' && (setting || isStored)) return { ok: true, value: undefined }
  if (!setting) return settingProblem('SETTING_UNKNOWN', 'The tool has no such setting.')
  if (change.action !== 'set') return emptied(setting)
  if (change.value === '' && isText(setting)) return emptied(setting)
  const checked = checkSettingValue(setting, change.value)
  const isOpen = setting.type === 'password' ? open : isAddress(setting) && isUnprotected(checked.ok && checked.value)
  if (checked.ok && hasSecrets && !change.confirmed && isOpen)
    return settingProblem(
      'SETTING_UNPROTECTED',
      'With http:// everyone on the way can read the secret sent there. Write https://, or confirm that you want this.',
    )
  return checked
}

/** An address that the tool brings along, and that nobody has looked at, is http to another computer (B154). */
function leadsOpenly(
  settings: readonly SettingInfo[],
  changes: readonly SettingChange[],
  rows: readonly Readonly<Record<string, JsonValue>>[],
): boolean {
  const sent = (key: string) => changes.find(change => change.key === key)
  return settings.some(
    setting =>
      isAddress(setting) &&
      isUnprotected(setting.default) &&
      (sent(setting.key)
        ? sent(setting.key)?.action === 'reset' && !rows.slice(1).some(row => Object.hasOwn(row, setting.key))
        : !rows.some(row => Object.hasOwn(row, setting.key))),
  )
}

/** "Empty on purpose": it hides what lower rows say. A switch is on or off, it has no empty. */
function emptied(setting: SettingInfo): { ok: true; value: JsonValue } | SettingProblem {
  if (setting.type === 'toggle') return settingProblem('SETTING_TYPE', 'This is either on or off.')
  if (setting.type === 'multi-select') return { ok: true, value: [] }
  return { ok: true, value: isText(setting) ? '' : null }
}

function isText({ type }: SettingInfo): boolean {
  return type !== 'number' && type !== 'toggle' && type !== 'multi-select'
}

function isAddress({ type }: SettingInfo): boolean {
  return type === 'url' || type === 'text'
}
