import { type Dirent, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readSmallFile, utf8Text } from '../storage/read-small-file.ts'
import { parseSkill } from './parse-skill.ts'
import { isUsable, SKILL_FILE, type Skill, type SkillFile, type SkillProblem, skillError } from './skill.ts'
import { type FileRead, readSkillFile, skillFiles } from './skill-files.ts'

/** A folder whose folders are skills. */
export interface SkillRoot {
  readonly source: string
  readonly folder: string
}

/** Larger ones are listed as unreadable: no model could take them. */
const MARKDOWN_LIMIT = 200_000
const MOST_SKILLS = 500

/** The skills on the disk, looked up each time: an author sees a change at once. */
export class SkillLibrary {
  readonly #roots: () => readonly SkillRoot[]

  /** In order: of skills with the same name, the first counts. */
  constructor(roots: () => readonly SkillRoot[]) {
    this.#roots = roots
  }

  /** Also those that cannot be used, with the reason. */
  list(): Skill[] {
    const owners = new Map<string, string>()
    return this.#roots().flatMap(({ source, folder }) =>
      skillFolders(folder).flatMap(path => {
        const skill = readSkill(path, source)
        if (!skill) return []
        const owner = owners.get(skill.name)
        if (owner === undefined) owners.set(skill.name, source)
        return [owner === undefined ? skill : { ...skill, problems: [...skill.problems, conflict(skill, owner)] }]
      }),
    )
  }

  /** A skill that can be used; null for anything else. */
  find(name: string): Skill | null {
    if (!/^[a-z0-9-]{1,64}$/.test(name)) return null
    for (const { source, folder } of this.#roots()) {
      const skill = skillFolders(folder).includes(join(folder, name)) ? readSkill(join(folder, name), source) : null
      if (skill) return isUsable(skill) ? skill : null
    }
    return null
  }

  files(skill: Skill): SkillFile[] {
    return skillFiles(skill.folder)
  }

  read(skill: Skill, file: string): FileRead {
    return readSkillFile(skill.folder, file)
  }
}

function skillFolders(root: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(root, { withFileTypes: true })
  } catch {
    return []
  }
  // A link is not followed: it could lead anywhere.
  const names = entries.filter(entry => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
  return names
    .sort()
    .slice(0, MOST_SKILLS)
    .map(name => join(root, name))
}

/** Null for a folder without a SKILL.md: it is something else. */
function readSkill(folder: string, source: string): Skill | null {
  const file = readSmallFile(join(folder, SKILL_FILE), MARKDOWN_LIMIT)
  if (file.kind === 'missing') return null
  const text = file.kind === 'bytes' ? utf8Text(file.bytes) : null
  const name = basename(folder)
  if (text !== null) return { ...parseSkill(text, name), source, folder }
  const why = file.kind === 'bytes' ? 'is not UTF-8 text' : WHY[file.kind]
  const problems = [skillError('SKILL_MD_UNREADABLE', undefined, `${SKILL_FILE} ${why}.`)]
  const nothing = { description: '', license: null, compatibility: null, metadata: {}, allowedTools: null, body: '' }
  return { name, ...nothing, source, folder, problems }
}

const WHY = {
  not_regular: 'is not an ordinary file',
  link: 'is a link; put the file itself there',
  too_large: `is larger than ${MARKDOWN_LIMIT / 1000} kB`,
  unreadable: 'cannot be read; look at its rights',
}

function conflict({ name }: Skill, owner: string): SkillProblem {
  return skillError(
    'SKILL_NAME_CONFLICT',
    'name',
    `There is another skill “${name}” from ${owner}, which counts. Rename the folder and the skill.`,
  )
}
