import type { SkillView } from '../../shared/contract/skills.ts'
import type { AppServices } from './app-services.ts'

const SKILL_TOOL = 'core/SkillTool'

/** Who has a skill among its allowed ones, for all skills at once: each agent's settings are looked up one time. */
export function skillReaders({
  agents,
  activation,
  config,
  registry,
}: Pick<AppServices, 'agents' | 'activation' | 'config' | 'registry'>): (name: string) => SkillView['agents'] {
  const tool = registry.byClass(SKILL_TOOL)
  if (!tool) return () => []
  const readers = agents.list().map(({ id, name }) => {
    const allowed = config.getEffectiveSettings(SKILL_TOOL, id, agents.owner(id).ownerUserId).allowed_skills
    return {
      agent: {
        agent_id: id,
        name,
        reads:
          activation.isEnabled(id, SKILL_TOOL) &&
          activation.operations(id, tool).some(operation => operation.name === 'read' && operation.enabled),
      },
      allowed: new Set(Array.isArray(allowed) ? allowed.map(each => String(each).toLowerCase()) : []),
    }
  })
  return name => readers.filter(({ allowed }) => allowed.has(name)).map(({ agent }) => agent)
}
