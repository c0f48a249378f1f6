import type { SkillView } from '../../../../shared/contract/skills.ts'

export interface SkillGroup {
  /** `user`, `core`, or a plugin's slug. */
  readonly source: string
  readonly pluginName: string | null
  readonly skills: readonly SkillView[]
}

/** What needs a person first; then what can be used: their own, the plugins', the app's. */
export function groupSkills(skills: readonly SkillView[]): {
  readonly broken: readonly SkillView[]
  readonly groups: readonly SkillGroup[]
} {
  const groups = new Map<string, SkillView[]>()
  for (const skill of skills) {
    if (!skill.usable) continue
    const group = groups.get(skill.source)
    if (group) group.push(skill)
    else groups.set(skill.source, [skill])
  }
  const rank = (source: string) => (source === 'user' ? 0 : source === 'core' ? 2 : 1)
  return {
    broken: skills.filter(({ usable }) => !usable),
    groups: [...groups]
      .map(([source, members]) => ({ source, pluginName: members[0]?.plugin_name ?? null, skills: members }))
      .sort((a, b) => rank(a.source) - rank(b.source)),
  }
}
