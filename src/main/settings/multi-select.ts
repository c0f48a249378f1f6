import { type JsonValue, optionValues, type SettingInfo } from '@spora/sdk'
import { wellFormedText } from '../text/well-formed.ts'
import { quote, quoteList } from '../tools/quote.ts'
import { type SettingCheck, settingProblem } from './setting-check.ts'

const MOST_ITEMS = 1_000
const MOST_CHARACTERS = 100_000
/** A skill's name: words of letters and digits joined by single hyphens. */
const SKILL = /^(?=.{1,64}$)[a-z0-9]+(-[a-z0-9]+)*$/

type ResolveAs = NonNullable<SettingInfo['resolveAs']>

/** What the values of a multi-select are; agents unless the tool says otherwise. */
export function resolveAs({ resolveAs = 'agent' }: SettingInfo): ResolveAs {
  return resolveAs
}

/** Refuses what a person should correct; the value is stored in its normal form. */
export function checkMultiSelect(setting: SettingInfo, value: unknown): SettingCheck {
  if (!Array.isArray(value)) return settingProblem('SETTING_TYPE', 'This is a list.')
  if (value.length > MOST_ITEMS)
    return settingProblem('SETTING_TOO_LONG', `This has ${value.length} entries; ${MOST_ITEMS} are allowed.`)
  const odd = value.findIndex(item => items[resolveAs(setting)](item) === null)
  if (odd >= 0) return settingProblem('SETTING_OPTION', `Entry ${odd + 1} is not ${words[resolveAs(setting)]}.`)
  const list = normaliseMultiSelect(setting, value)
  if (JSON.stringify(list).length > MOST_CHARACTERS)
    return settingProblem('SETTING_TOO_LONG', 'This list is too long. Remove some entries.')
  const options = optionValues(setting)
  const unknown = options.length > 0 ? list.find(item => !options.includes(String(item))) : undefined
  if (unknown !== undefined)
    return settingProblem('SETTING_OPTION', `${quote(unknown)} is not one of: ${quoteList(options)}.`)
  return { ok: true, value: list }
}

/** The normal form of what is stored, also of a list that was stored as JSON text; odd entries are left out. */
export function normaliseMultiSelect(setting: SettingInfo, value: JsonValue | undefined): JsonValue[] {
  const list = typeof value === 'string' ? parseList(value) : value
  if (!Array.isArray(list)) return []
  const normal = list.map(item => items[resolveAs(setting)](item)).filter(item => item !== null)
  return normal.filter((item, index) => typeof item === 'object' || normal.indexOf(item) === index)
}

const items: Record<ResolveAs, (item: JsonValue) => JsonValue> = {
  agent: item => {
    const id = typeof item === 'string' && /^\d+$/.test(item) ? Number(item) : item
    return Number.isSafeInteger(id) && (id as number) > 0 ? id : null
  },
  skill: item => {
    const slug = typeof item === 'string' ? item.trim().toLowerCase() : ''
    return SKILL.test(slug) ? slug : null
  },
  raw: item => (typeof item === 'string' ? wellFormedText(item) : item),
}

const words: Record<ResolveAs, string> = { agent: 'an agent', skill: 'the name of a skill', raw: 'a value' }

function parseList(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return null
  }
}
