import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SkillView } from '../../shared/contract/skills.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { isUsable, SKILL_FILE, type Skill } from '../skills/skill.ts'
import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'
import { skillReaders } from './skill-readers.ts'

export function skillHandlers(os: Implementer, services: AppServices) {
  const { skills, plugins, shell, dataFolder } = services
  const viewer = () => {
    const readers = skillReaders(services)
    const names = new Map(plugins.list().map(({ slug, name }) => [slug, name]))
    return (skill: Skill): SkillView => ({
      name: skill.name,
      description: skill.description,
      source: skill.source,
      license: skill.license,
      files_count: skills.files(skill).length,
      has_warnings: skill.problems.length > 0,
      usable: isUsable(skill),
      plugin_name: names.get(skill.source) ?? null,
      folder: skill.folder,
      problems: problemViews(skill),
      // One that cannot be used is not what an agent reads under that name.
      agents: isUsable(skill) ? readers(skill.name) : [],
    })
  }
  return {
    list: os.skills.list.handler(() => skills.list().map(viewer())),
    get: os.skills.get.handler(({ input }) => {
      const { slug, folder } = input
      const skill = skills.list().find(each => each.name === slug && (folder === undefined || each.folder === folder))
      if (!skill) throw new SporaError('NOT_FOUND', `There is no skill “${slug.slice(0, 64)}”.`)
      return {
        ...viewer()(skill),
        compatibility: skill.compatibility,
        metadata: { ...skill.metadata },
        allowed_tools: skill.allowedTools,
        body: skill.body,
        body_bytes: Buffer.byteLength(skill.body),
        files: skills.files(skill),
        warnings: problemViews(skill),
      }
    }),
    openFolder: os.skills.openFolder.handler(({ input }) => {
      const own = join(dataFolder, 'skills')
      // A path of the window's is never opened: it must be that of a skill we found ourselves.
      const skill = input.folder === undefined ? null : skills.list().find(({ folder }) => folder === input.folder)
      if (skill === undefined) throw new SporaError('NOT_FOUND', 'There is no skill in this folder now. Look again.')
      if (!shell.showFile)
        throw new SporaError('INVALID_STATE', 'Here the app cannot show a folder. Copy its path and open it yourself.')
      if (skill === null) mkdirSync(own, { recursive: true, mode: 0o700 })
      const opened = skill?.folder ?? own
      shell.showFile(skill ? join(opened, SKILL_FILE) : own)
      return { opened }
    }),
  }
}

function problemViews({ problems }: Skill): SkillView['problems'] {
  return problems.map(({ path, ...problem }) => ({ ...problem, path: path ?? null }))
}
