import type { JsonValue, SettingInfo } from '@spora/sdk'
import { checkSettingValue } from '../settings/check-setting-value.ts'
import { originOf } from '../settings/origins.ts'
import { quote } from '../tools/quote.ts'
import type { TemplateTool, TemplateValue } from './agent-template.ts'
import { type TemplateProblem, warning } from './template-problem.ts'

/** What a template's words for things mean on this computer. */
export interface TemplateNames {
  /** The agents of that name. */
  agentIds(name: string): readonly number[]
  hasSkill(name: string): boolean
  /** What the setting is now, for an agent that sets nothing itself. */
  valueNow(toolClass: string, key: string): JsonValue | undefined
}

export interface SettingPlan {
  readonly setting: SettingInfo
  readonly value: JsonValue
  /** For people. */
  readonly shown: string
  /** The origin or the path it would lead the tool to, when the tool does not go there now: it takes the operator's word (R12). */
  readonly address: string | null
}

/** The settings of a template as this computer would store them. What it would not take is left out and said. */
export function planSettings(
  declared: readonly SettingInfo[],
  { tool_class: toolClass, settings = {} }: TemplateTool,
  place: string,
  names: TemplateNames,
): { plans: SettingPlan[]; warnings: TemplateProblem[] } {
  const warnings: TemplateProblem[] = []
  const plans = Object.entries(settings).flatMap(([key, given]): SettingPlan[] => {
    const setting = declared.find(each => each.key === key)
    if (!setting) return []
    const path = `${place}.settings.${key}`
    const value = here(setting, given, path, names, warnings)
    const checked = value === '' ? { ok: true as const, value } : checkSettingValue(setting, value)
    if (checked.ok) {
      const address = newAddress(setting, checked.value, names.valueNow(toolClass, key))
      return [{ setting, value: checked.value, shown: shown(given), address }]
    }
    warnings.push(warning('SETTING_REFUSED', path, `${setting.label} stays as it is. ${checked.message}`))
    return []
  })
  return { plans, warnings }
}

/** A template must not lead a tool, and what is sent with it, to a place nobody here chose. */
function newAddress({ type }: SettingInfo, value: JsonValue, now: JsonValue | undefined): string | null {
  if (type === 'path') return value === '' || value === now ? null : String(value)
  if (type !== 'url' && type !== 'text') return null
  const origin = originOf(value)
  return origin?.startsWith('http') && origin !== originOf(now) ? origin : null
}

function here(
  setting: SettingInfo,
  given: TemplateValue,
  path: string,
  names: TemplateNames,
  warnings: TemplateProblem[],
): JsonValue {
  if (typeof given === 'object') {
    const { resolveAs = 'agent' } = setting
    if (resolveAs === 'skill') return given.filter(name => known(names.hasSkill(String(name)), name, path, warnings))
    if (resolveAs === 'agent') return given.flatMap(name => agentId(String(name), path, names, warnings))
    return given
  }
  if (setting.type === 'toggle' || setting.type === 'number') return given
  return String(given)
}

function known(exists: boolean, name: unknown, path: string, warnings: TemplateProblem[]): boolean {
  if (!exists)
    warnings.push(warning('SKILL_MISSING', path, `There is no skill ${quote(name)} here, so it is left out.`))
  return exists
}

/** By name alone: a number means another agent on every computer. */
function agentId(name: string, path: string, names: TemplateNames, warnings: TemplateProblem[]): number[] {
  const [id, another] = names.agentIds(name)
  if (id !== undefined && another === undefined) return [id]
  const why = id === undefined ? 'There is no agent' : 'There are several agents called'
  warnings.push(warning('AGENT_MISSING', path, `${why} ${quote(name)} here, so it is left out. Choose it afterwards.`))
  return []
}

function shown(value: TemplateValue): string {
  return typeof value === 'object' ? value.join(', ') : String(value)
}
