export interface SkillProblem {
  readonly code: string
  /** An error keeps the skill from being offered. */
  readonly severity: 'error' | 'warning'
  readonly message: string
  /** The field it is about. */
  readonly path?: string
}

export interface SkillFile {
  /** Relative to the skill's folder, with `/`. */
  readonly path: string
  readonly bytes: number
}

/** A folder with a SKILL.md: what it says of itself, and what is wrong with it. */
export interface Skill {
  readonly name: string
  readonly description: string
  /** `core`, `user`, or the slug of the plugin it comes with. */
  readonly source: string
  readonly folder: string
  readonly license: string | null
  readonly compatibility: string | null
  readonly metadata: Readonly<Record<string, string>>
  /** Said, not enforced: what an agent may do is the operator's choice. */
  readonly allowedTools: string | null
  /** SKILL.md without its front matter. */
  readonly body: string
  readonly problems: readonly SkillProblem[]
}

/** The front matter of SKILL.md, as far as it could be read. */
export type FrontMatter = Pick<
  Skill,
  'name' | 'description' | 'license' | 'compatibility' | 'metadata' | 'allowedTools'
>

export const SKILL_FILE = 'SKILL.md'
/** Of one file of a skill: what a model is given at once. */
export const FILE_LIMIT = 50_000

export const skillError = (code: string, path: string | undefined, message: string): SkillProblem => ({
  code,
  severity: 'error',
  message,
  ...(path === undefined ? {} : { path }),
})

export const isUsable = ({ problems }: Pick<Skill, 'problems'>): boolean =>
  problems.every(({ severity }) => severity !== 'error')
