import { collectMetadata, type SettingInfo } from '@spora/sdk'
import { checkSettings } from '../../src/sdk/check-settings.ts'
import { compareJson, deviates, matched, unexplained, type VectorRunner } from './runner.ts'
import { levelOf, type ToolDescription, toolClassOf } from './tool-description.ts'

export const run: VectorRunner = ({ input, output, suspect }) => {
  const { tool_description: description } = input as { tool_description?: ToolDescription }
  const { ok, settings: theirs } = output as { ok: boolean; settings?: readonly { key: string }[] }
  const metadata = description ? collectMetadata(toolClassOf(description)) : null
  const declared = metadata?.settings ?? []
  if (!ok || !theirs) return unexplained('the reference failed where ours does not')
  const levels = (['self', 'parent', 'grandparent'] as const).map(level =>
    (description?.settings ?? []).filter(setting => levelOf(setting) === level),
  )
  const refused = checkSettings(levels, declared).length > 0
  const ours = declared.map(complete)
  // Suspect and refused when the class is registered (D5): that it is accepted here is the reference's fault.
  if (compareJson(ours, theirs).kind === 'matched') return suspect && refused ? deviates('D5') : matched
  // D6: the class's own come first, and the nearest declaration of a key wins.
  const nearest = new Map<string, SettingInfo>()
  for (const setting of levels.flat()) if (!nearest.has(setting.key)) nearest.set(setting.key, setting)
  const expected = [...nearest.values()].map(complete)
  if (compareJson(ours, expected).kind === 'matched') return deviates('D6')
  return refused ? deviates('D5') : compareJson(ours, expected)
}

function complete(setting: SettingInfo) {
  return {
    key: setting.key,
    label: setting.label,
    type: setting.type,
    description: setting.description ?? '',
    default: setting.default ?? null,
    required: setting.required ?? false,
    options: setting.options ?? [],
    validation: setting.validation ?? '',
    exposeToLlm: setting.exposeToLlm ?? false,
    dataSource: setting.dataSource ?? null,
    resolveAs: setting.resolveAs ?? 'agent',
  }
}
