import { isAbsolute } from 'node:path'
import { optionValues, type SettingInfo, type SettingType } from '@spora/sdk'
import { quoteList } from '../tools/quote.ts'
import { checkMultiSelect } from './multi-select.ts'
import { type SettingCheck, type SettingProblem, settingProblem } from './setting-check.ts'

/**
 * Whether a value can be this setting's: type, length, characters, options, range. Text is taken literally: nothing in
 * it is ever replaced by something else (B161). Also for what is stored, which an update of the tool may have outdated.
 */
export function checkSettingShape(setting: SettingInfo, value: unknown): SettingCheck {
  return checks[setting.type](setting, value)
}

const checks = {
  text: (setting, value) => {
    const text = checkText(value, 10_000, 'SETTING_CHARS')
    return text.ok && hasRange(setting) ? checkRangeOfText(setting, text.value) : text
  },
  textarea: (_setting, value) => checkText(value, 100_000, 'SETTING_CHARS', { lines: true }),
  password: (_setting, value) => checkText(value, 10_000, 'SETTING_SECRET_CHARS', { unseen: false }),
  select: (setting, value) =>
    typeof value === 'string' && optionValues(setting).includes(value)
      ? { ok: true, value }
      : settingProblem('SETTING_OPTION', `Choose one of: ${quoteList(optionValues(setting))}.`),
  toggle: (_setting, value) =>
    typeof value === 'boolean' ? { ok: true, value } : settingProblem('SETTING_TYPE', 'This is either on or off.'),
  'multi-select': checkMultiSelect,
  number: (setting, value) => {
    const number = typeof value === 'string' && isNumeric(value) ? Number(value) : value
    return typeof number === 'number' && inRange(setting, number) ? { ok: true, value: number } : outOfRange(setting)
  },
  url: (_setting, value) => {
    const text = checkText(value, 2_048, 'SETTING_CHARS', { unseen: false })
    return text.ok && !isWebAddress(text.value)
      ? settingProblem('SETTING_URL', 'Write a whole address that begins with https:// or http://.')
      : text
  },
  path: (_setting, value) => {
    const text = checkText(value, 4_096, 'SETTING_CHARS')
    return text.ok && !isAbsolute(text.value)
      ? settingProblem('SETTING_PATH', 'Write the whole path, from the root of the disk.')
      : text
  },
} satisfies Record<SettingType, (setting: SettingInfo, value: unknown) => SettingCheck>

/** Control characters, line breaks of any kind among them. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/u
/** What comes along when something is copied and changes it without being seen. In words of some languages it has a meaning. */
const UNSEEN = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u

function checkText(
  value: unknown,
  most: number,
  code: 'SETTING_CHARS' | 'SETTING_SECRET_CHARS',
  { lines = false, unseen = true } = {},
): { ok: true; value: string } | SettingProblem {
  if (typeof value !== 'string') return settingProblem('SETTING_TYPE', 'This is text.')
  if (value.length > most)
    return settingProblem('SETTING_TOO_LONG', `This has ${value.length} characters; ${most} are allowed.`)
  const line = lines ? value.replaceAll(/[\t\n\r\u2028\u2029]/g, '') : value
  if (CONTROLS.test(line) || (!unseen && UNSEEN.test(line)) || !value.isWellFormed())
    return settingProblem(
      code,
      'This has line breaks or other characters that cannot be seen, perhaps from copying. Remove them.',
    )
  return { ok: true, value }
}

function isNumeric(text: string): boolean {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text.trim())
}

function hasRange({ minimum, maximum }: SettingInfo): boolean {
  return minimum !== undefined || maximum !== undefined
}

function inRange({ minimum = -Infinity, maximum = Infinity }: SettingInfo, number: number): boolean {
  return Number.isFinite(number) && number >= minimum && number <= maximum
}

function checkRangeOfText(setting: SettingInfo, value: string): SettingCheck {
  return isNumeric(value) && inRange(setting, Number(value)) ? { ok: true, value } : outOfRange(setting)
}

function outOfRange({ minimum, maximum }: SettingInfo): SettingProblem {
  const range =
    minimum !== undefined && maximum !== undefined
      ? ` from ${minimum} to ${maximum}`
      : minimum !== undefined
        ? `, ${minimum} or more`
        : maximum !== undefined
          ? `, ${maximum} or less`
          : ''
  return settingProblem('SETTING_RANGE', `Write a number${range}.`)
}

function isWebAddress(text: string): boolean {
  try {
    const { protocol, hostname } = new URL(text)
    return (protocol === 'https:' || protocol === 'http:') && hostname !== ''
  } catch {
    return false
  }
}
