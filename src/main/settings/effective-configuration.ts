import { type JsonValue, optionLabels, type SettingInfo } from '@spora/sdk'
import { visible } from '../tools/quote.ts'

export interface LlmToolSetting {
  readonly label: string
  readonly display: string
}

/** How ids and names are shown. Null for what does not exist, or is not for this agent to see. */
export interface DisplayResolvers {
  agent(id: number): string | null
  skill(name: string): { readonly name: string; readonly description: string } | null
}

const NOT_CONFIGURED = '(not configured)'

/** The settings a model may know, with their effective values in words (C6). Passwords never, whatever they declare. */
export function llmToolSettings(
  settings: readonly SettingInfo[],
  values: Readonly<Record<string, JsonValue>>,
  resolvers: DisplayResolvers,
): LlmToolSetting[] {
  return settings
    .filter(setting => setting.exposeToLlm === true && setting.type !== 'password')
    .map(setting => {
      const value = Object.hasOwn(values, setting.key) ? values[setting.key] : null
      return { label: oneLine(setting.label), display: oneLine(display(setting, value ?? null, resolvers)) }
    })
}

/** The block appended to a tool's description for the model, or '' when nothing is exposed. */
export function effectiveConfiguration(
  settings: readonly SettingInfo[],
  values: Readonly<Record<string, JsonValue>>,
  resolvers: DisplayResolvers,
): string {
  const lines = llmToolSettings(settings, values, resolvers).map(({ label, display }) => `- ${label}: ${display}`)
  return lines.length === 0 ? '' : `\n[Effective Configuration]\n${lines.join('\n')}`
}

function display(setting: SettingInfo, value: JsonValue, resolvers: DisplayResolvers): string {
  if (value === null || value === '') return NOT_CONFIGURED
  if (typeof value === 'object') {
    const items = Object.values(value).flatMap(item => itemText(setting, item, resolvers) ?? [])
    return items.length === 0 ? NOT_CONFIGURED : items.join(', ')
  }
  if (setting.type === 'toggle' && (value === 'true' || value === 'false')) return value === 'true' ? 'yes' : 'no'
  if (setting.type === 'select') return optionLabels(setting).get(String(value)) ?? scalarText(value)
  return scalarText(value)
}

/** One entry of a list; null for one that stands for nothing any more. */
function itemText(setting: SettingInfo, item: JsonValue, resolvers: DisplayResolvers): string | null {
  if (setting.type === 'multi-select') {
    const { resolveAs = 'agent' } = setting
    if (resolveAs === 'agent') return agentText(Number(item), resolvers)
    if (resolveAs === 'skill') return skillText(String(item), resolvers)
  }
  return item === null || typeof item === 'object' ? asciiJson(item) : scalarText(item)
}

function agentText(id: number, resolvers: DisplayResolvers): string | null {
  if (!Number.isSafeInteger(id) || id <= 0) return null
  const name = resolvers.agent(id)
  return name === null ? `#${id}` : `${name} (#${id})`
}

const LONGEST_DESCRIPTION = 80

function skillText(slug: string, resolvers: DisplayResolvers): string | null {
  const skill = resolvers.skill(slug)
  if (!skill) return null
  const { name, description } = skill
  if (description === '') return name
  const points = [...description]
  const short =
    points.length > LONGEST_DESCRIPTION ? `${points.slice(0, LONGEST_DESCRIPTION - 3).join('')}...` : description
  return `${name}: ${short}`
}

function scalarText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return withoutCredentials(String(value))
}

/** A name and password in an address are for the tool alone. */
function withoutCredentials(text: string): string {
  return text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#]*@/gi, '$1[secret]@')
}

/** ASCII only, so that nothing hidden can stand in it. */
function asciiJson(value: JsonValue): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replace(/[\u0080-\uffff]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A line break in a value could forge another line. */
function oneLine(text: string): string {
  return visible(text.replace(/\r\n|[\r\n]/g, '\\n').replaceAll('\t', '\\t'))
}
