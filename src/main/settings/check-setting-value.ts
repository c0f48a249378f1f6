import { type JsonValue, patternSource, type SettingInfo } from '@spora/sdk'
import { brief } from '../tools/quote.ts'
import { withinDeadline } from '../tools/within-deadline.ts'
import { checkSettingShape } from './check-setting-shape.ts'
import type { SettingCheck } from './setting-check.ts'

/** How long a tool author's pattern may look at a value. */
const PATTERN_MS = 100

/** Whether a person may store this value (C3): its shape, and the pattern the tool declares. */
export function checkSettingValue(setting: SettingInfo, value: unknown): SettingCheck {
  const checked = checkSettingShape(setting, value)
  if (!checked.ok || !setting.validation) return checked
  return checkPattern(setting.validation, checked.value)
}

function checkPattern(validation: string, value: JsonValue): SettingCheck {
  if (typeof value !== 'string' && typeof value !== 'number') return { ok: true, value }
  const text = String(value)
  try {
    const { source, flags } = patternSource(validation)
    const pattern = new RegExp(source, flags)
    if (withinDeadline(PATTERN_MS, () => pattern.test(text))) return { ok: true, value }
  } catch {
    return {
      ok: false,
      code: 'SETTING_PATTERN',
      message: `This value could not be checked against the tool’s pattern ${brief(validation)}. Tell the tool’s author.`,
    }
  }
  return { ok: false, code: 'SETTING_PATTERN', message: `This must match ${brief(validation)}.` }
}
