import { parseDocument } from 'yaml'
import { checkFrontMatter } from './check-front-matter.ts'
import { FILE_LIMIT, type FrontMatter, type SkillProblem, skillError } from './skill.ts'

const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)??---[ \t]*(?:\r?\n|$)/
const MOST_LINES = 500
/** A page and a half of text: what is longer belongs into the body, and would keep everybody waiting. */
const FRONT_MATTER_LIMIT = 20_000

export interface ParsedSkill extends FrontMatter {
  readonly body: string
  readonly problems: readonly SkillProblem[]
}

/** The text of a SKILL.md: what it says of itself, what it says to the model, and everything that is wrong. */
export function parseSkill(text: string, folderName: string): ParsedSkill {
  const { fields, problems, body } = readFields(text)
  const wrong = fields ? [...problems, ...checkFrontMatter(fields, folderName)] : problems
  const string = (key: string) => (typeof fields?.[key] === 'string' ? (fields[key] as string) : null)
  const { metadata } = fields ?? {}
  const map = typeof metadata === 'object' && !Array.isArray(metadata) ? Object.entries(metadata ?? {}) : []
  return {
    // What a broken skill is called does not matter, as long as it can be found on the disk.
    name: wrong.some(({ path }) => path === 'name') || !fields ? folderName : (string('name') ?? folderName),
    description: string('description') ?? '',
    license: string('license'),
    compatibility: string('compatibility'),
    metadata: Object.fromEntries(map.filter(([, value]) => typeof value === 'string')),
    allowedTools: string('allowed-tools'),
    body,
    problems: [...wrong, ...oversize(body)],
  }
}

/** What follows the front matter; the whole text when there is none. */
export function withoutFrontMatter(text: string): string {
  return text.replace(FRONT_MATTER, '').replace(/^(?:\r?\n)+/, '')
}

interface Read {
  readonly fields: Record<string, unknown> | null
  readonly problems: readonly SkillProblem[]
  readonly body: string
}

function readFields(text: string): Read {
  const found = FRONT_MATTER.exec(text)
  const body = withoutFrontMatter(text)
  const refused = (code: string, message: string): Read => ({
    fields: null,
    problems: [skillError(code, undefined, message)],
    body,
  })
  if (!found)
    return refused(
      'SKILL_FRONTMATTER_MISSING',
      'SKILL.md must begin with a block between two lines of --- that holds name and description.',
    )
  const front = found[1] ?? ''
  if (front.length > FRONT_MATTER_LIMIT)
    return refused(
      'FRONTMATTER_TOO_LARGE',
      `The front matter has ${front.length} characters; ${FRONT_MATTER_LIMIT} are allowed. Move what is long into the text below it.`,
    )
  const document = parseDocument(front, { schema: 'core', uniqueKeys: true, prettyErrors: true })
  const [error] = document.errors
  if (error) return refused('FRONTMATTER_INVALID', `The front matter is not YAML: ${firstLine(error.message)}`)
  let value: unknown
  try {
    // Nothing refers to anything else, so that a short text cannot become a long one.
    value = document.toJS({ maxAliasCount: 0 })
  } catch {
    return refused('FRONTMATTER_INVALID', 'The front matter uses anchors and aliases. Write the values out.')
  }
  if (value === null || value === undefined || isEmpty(value))
    return refused('EMPTY_FRONTMATTER', 'The front matter is empty. Add name and description.')
  if (typeof value !== 'object' || Array.isArray(value))
    return refused('FRONTMATTER_INVALID', 'The front matter must be a map: "name: …" and "description: …".')
  return { fields: value as Record<string, unknown>, problems: [], body }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function oversize(body: string): SkillProblem[] {
  const [lines, bytes] = [body.split('\n').length, Buffer.byteLength(body)]
  if (lines <= MOST_LINES && bytes <= FILE_LIMIT) return []
  return [
    {
      code: 'SKILL_BODY_OVERSIZE',
      severity: 'warning',
      message: `SKILL.md has ${lines} lines and ${bytes} bytes. Models read it whole: keep it under ${MOST_LINES} lines and ${FILE_LIMIT} bytes, and move details to files of their own.`,
    },
  ]
}

function firstLine(message: string): string {
  return `${(message.split('\n', 1)[0] ?? '').replace(/:?\s*$/, '')}.`
}
