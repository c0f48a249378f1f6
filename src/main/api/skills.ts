import { SporaError } from '../../shared/spora-error.ts'
import { isUsable, type Skill } from '../skills/skill.ts'
import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'

export function skillHandlers(os: Implementer, { skills }: AppServices) {
  const view = (skill: Skill) => ({
    name: skill.name,
    description: skill.description,
    source: skill.source,
    license: skill.license,
    files_count: skills.files(skill).length,
    has_warnings: skill.problems.length > 0,
    usable: isUsable(skill),
  })
  return {
    list: os.skills.list.handler(() => skills.list().map(view)),
    get: os.skills.get.handler(({ input }) => {
      const skill = skills.list().find(({ name }) => name === input.slug)
      if (!skill) throw new SporaError('NOT_FOUND', `There is no skill “${input.slug.slice(0, 64)}”.`)
      return {
        ...view(skill),
        compatibility: skill.compatibility,
        metadata: { ...skill.metadata },
        allowed_tools: skill.allowedTools,
        body: skill.body,
        body_bytes: Buffer.byteLength(skill.body),
        files: skills.files(skill),
        warnings: skill.problems.map(({ path, ...problem }) => ({ ...problem, path: path ?? null })),
      }
    }),
  }
}
