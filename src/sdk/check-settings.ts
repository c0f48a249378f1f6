import { hasUnseen } from './has-unseen.ts'
import { SETTING_TYPES, type SettingInfo } from './metadata.ts'
import { duplicates, type Problem, shown } from './problem.ts'

const KEY = /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/
const RESOLVERS = ['agent', 'skill', 'raw']
const FIELDS = [
  ['description', 'string', 'Give text'],
  ['dataSource', 'string', 'Give text'],
  ['required', 'boolean', 'Write true or false'],
  ['exposeToLlm', 'boolean', 'Write true or false'],
  ['minimum', 'number', 'Give a number'],
  ['maximum', 'number', 'Give a number'],
] as const satisfies [keyof SettingInfo, string, string][]

/** `levels`: the class's own settings and those of each class above it; `merged`: what they come to. */
export function checkSettings(levels: readonly (readonly SettingInfo[])[], merged: readonly SettingInfo[]): Problem[] {
  const repeated = levels.flatMap(level => duplicates(level.map(({ key }) => key)))
  return [
    ...repeated.map(key => ({
      code: 'TOOL_SETTING_INVALID',
      member: `@ToolSetting ${shown(key)}`,
      message: 'the class declares it twice. Keep one.',
    })),
    ...merged.flatMap(checkSetting),
  ]
}

/** Also for the settings of a model driver. */
export function checkSetting(setting: SettingInfo): Problem[] {
  const member = `@ToolSetting ${shown(setting.key)}`
  const problems: Problem[] = []
  const wrong = (message: string) => problems.push({ code: 'TOOL_SETTING_INVALID', member, message })
  const { type } = setting
  if (typeof setting.key !== 'string' || !KEY.test(setting.key))
    wrong(
      'the key must be 1 to 64 letters, digits, "_", "-" and ".", beginning with a letter or "_", for example "api_key".',
    )
  else if (setting.key in Object.prototype) wrong('the key is taken by JavaScript itself. Choose another.')
  if (typeof setting.label !== 'string' || setting.label.trim() === '')
    wrong('write a label: it stands beside the field.')
  for (const [field, type, words] of FIELDS)
    if (setting[field] !== undefined && (typeof setting[field] !== type || Number.isNaN(setting[field])))
      wrong(`${field} is ${shown(setting[field])}. ${words}, or leave it out.`)
  if (!areOptions(setting.options))
    wrong(`options are ${shown(setting.options)}. Give each value a label: { m: "Metric" }; or list the values.`)
  if ((setting.minimum ?? -Infinity) > (setting.maximum ?? Infinity))
    wrong(`minimum ${setting.minimum} is greater than maximum ${setting.maximum}. Swap them.`)
  for (const label of [setting.label, ...optionLabels(setting).values()])
    if (hasUnseen(label)) wrong(`${shown(label)} holds line breaks, control or direction characters. Remove them.`)
  if (!SETTING_TYPES.includes(type)) wrong(`type is ${shown(type)}; it is one of ${SETTING_TYPES.join(', ')}.`)
  if (type === 'password' && setting.exposeToLlm)
    wrong('a password is never shown to the model. Remove exposeToLlm, or use another type.')
  if (type === 'password' && (setting.default ?? null) !== null)
    wrong('a password has no default: it would stand in the source. Remove it.')
  if (type === 'select' && optionLabels(setting).size === 0)
    wrong('a select needs options, for example { m: "Metric", i: "Imperial" }.')
  if (setting.resolveAs !== undefined && !RESOLVERS.includes(setting.resolveAs))
    wrong(`resolveAs is ${shown(setting.resolveAs)}; it is one of ${RESOLVERS.join(', ')}.`)
  if (setting.validation !== undefined && !isPattern(setting.validation))
    wrong(`validation ${shown(setting.validation)} is no regular expression.`)
  const reason = defaultProblem(setting)
  if (reason) wrong(`the default ${shown(setting.default)} ${reason}. Change one of the two.`)
  return problems
}

function areOptions(options: unknown): boolean {
  if (options === undefined) return true
  if (Array.isArray(options)) return options.every(option => ['string', 'number'].includes(typeof option))
  return typeof options === 'object' && options !== null && Object.values(options).every(isText)
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

/** The values a select or multi-select offers, each with its label, in their order. */
export function optionLabels({ options }: SettingInfo): Map<string, string> {
  if (Array.isArray(options)) return new Map(options.map(option => [String(option), String(option)]))
  return new Map(typeof options === 'object' && options !== null ? Object.entries(options) : [])
}

/** The values alone. */
export function optionValues(setting: SettingInfo): string[] {
  return [...optionLabels(setting).keys()]
}

function defaultProblem(setting: SettingInfo): string | null {
  const value = setting.default
  const { type, minimum, maximum } = setting
  if (value === undefined || value === null) return null
  if (type === 'toggle') return typeof value === 'boolean' ? null : 'is neither true nor false'
  if (type === 'multi-select') return Array.isArray(value) ? null : 'is not a list'
  if (type === 'number') {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'is not a number'
    if (minimum !== undefined && value < minimum) return `is below the minimum ${minimum}`
    if (maximum !== undefined && value > maximum) return `is above the maximum ${maximum}`
    return null
  }
  if (!['string', 'number', 'boolean'].includes(typeof value)) return 'is not text'
  if (type === 'select' && value !== '' && !optionLabels(setting).has(String(value))) return 'is not one of the options'
  return null
}

function isPattern(validation: unknown): boolean {
  if (typeof validation !== 'string') return false
  try {
    new RegExp(patternSource(validation).source, patternSource(validation).flags)
    return true
  } catch {
    return false
  }
}

/** `/^a+$/i` and `#^a+$#i` with delimiters, or a bare pattern. */
export function patternSource(validation: string): { source: string; flags: string } {
  const delimited = /^([/#~!%@])(.*)\1([imsu]*)$/s.exec(validation)
  return delimited ? { source: delimited[2] ?? '', flags: delimited[3] ?? '' } : { source: validation, flags: '' }
}
