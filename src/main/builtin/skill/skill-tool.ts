import { AbstractTool, Tool, type ToolContext, ToolOperation, ToolParameter, ToolResult, ToolSetting } from '@spora/sdk'
import { shortened } from '../shortened.ts'
import type { SkillServices } from './skill-services.ts'

interface SkillArguments {
  readonly action?: string
  readonly name?: string
  readonly filename?: string
}

const MAIN_FILE = 'SKILL.md'

@Tool({
  name: 'skill',
  description:
    'Read instructions for particular kinds of work. The skills this agent may read are listed below with what each is ' +
    'for: read the one that fits before you begin.',
  displayName: 'Skill',
  category: 'agent',
  icon: 'puzzle',
})
@ToolSetting({
  key: 'allowed_skills',
  label: 'Allowed skills',
  type: 'multi-select',
  description: 'The skills this agent may read.',
  required: true,
  exposeToLlm: true,
  resolveAs: 'skill',
  dataSource: '/skills?select=name,description',
})
@ToolOperation({
  name: 'read',
  description: 'Read a skill, or one of its files.',
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolOperation({
  name: 'files',
  description: 'List the files of a skill.',
  requiresApprovalByDefault: false,
  effect: 'none',
})
@ToolParameter({ name: 'name', type: 'string', description: 'The name of the skill.' })
@ToolParameter({
  name: 'filename',
  type: 'string',
  description: 'For read: the file, as files lists it.',
  default: MAIN_FILE,
})
export class SkillTool extends AbstractTool {
  readonly #services: SkillServices

  constructor(services: SkillServices) {
    super()
    this.#services = services
  }

  override execute(args: SkillArguments, _agentId: number, _taskId?: number | null, context?: ToolContext): ToolResult {
    const name = (args.name ?? '').trim().toLowerCase()
    const allowed = allowedSkills(context)
    if (name === '') return refused('SKILL_NAME', 'name is missing: the name of a skill.', allowed)
    if (!allowed.includes(name))
      return refused('SKILL_NOT_ALLOWED', `This agent may not read “${shortened(name)}”.`, allowed)
    const operation = this.getOperationName({ ...args })
    if (operation === 'files') return this.#files(name, allowed)
    if (operation === 'read') return this.#read(name, args.filename ?? MAIN_FILE, allowed)
    return ToolResult.fail(`There is no operation “${operation}”.`)
  }

  override describeAction(args: SkillArguments): string {
    const name = args.name ?? '?'
    if (this.getOperationName({ ...args }) === 'files') return `List the files of the skill “${name}”`
    const { filename = MAIN_FILE } = args
    return filename === MAIN_FILE ? `Read the skill “${name}”` : `Read “${filename}” of the skill “${name}”`
  }

  #files(name: string, allowed: readonly string[]): ToolResult {
    const files = this.#services.files(name)
    if (!files) return gone(name, allowed)
    const lines = files.map(({ path, bytes }) => `  - ${path} (${bytes} bytes)`)
    return ToolResult.ok([`Files of the skill ${name}:`, ...lines].join('\n'), { name, files: [...files] })
  }

  #read(name: string, filename: string, allowed: readonly string[]): ToolResult {
    const file = this.#services.read(name, filename)
    if (!file) return gone(name, allowed)
    if (!file.ok) return ToolResult.fail(file.sentence, { error_code: file.code })
    return ToolResult.ok(file.text, { name, filename, bytes: file.bytes })
  }
}

function allowedSkills(context?: ToolContext): string[] {
  const list = context?.settings.allowed_skills
  return Array.isArray(list) ? list.filter(name => typeof name === 'string').map(name => name.toLowerCase()) : []
}

function gone(name: string, allowed: readonly string[]): ToolResult {
  return refused(
    'SKILL_MISSING',
    `There is no skill “${shortened(name)}” now.`,
    allowed.filter(other => other !== name),
  )
}

function refused(code: string, why: string, allowed: readonly string[]): ToolResult {
  const others = allowed.length > 0 ? ` It may read: ${allowed.join(', ')}.` : ' The operator has allowed it no other.'
  return ToolResult.fail(why + others, { error_code: code })
}
