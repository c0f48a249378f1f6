import type { JsonValue } from '@spora/sdk'
import {
  type TemplateConsent,
  type TemplateExport,
  type TemplateImportResult,
  type TemplateProblemView,
  type TemplateReview,
  type TemplateToolReview,
  type TemplateView,
  templateConsent,
} from '../../shared/contract/templates.ts'
import { SporaError } from '../../shared/spora-error.ts'
import type { AgentViews } from '../agents/agent-views.ts'
import { OPERATOR_USER_ID } from '../storage/operator.ts'
import { plainName } from '../text/plain-name.ts'
import { resolveIcon } from '../tools/icons/resolve-icon.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'
import { toolSummary } from '../tools/tool-summary.ts'
import { freeName } from './agent-name.ts'
import { type AgentTemplate, TEMPLATE_LIMIT } from './agent-template.ts'
import { exportTemplate, slug } from './export-template.ts'
import { hiddenText } from './hidden-text.ts'
import { type ImportParts, importTemplate } from './import-template.ts'
import type { TemplateNames } from './plan-settings.ts'
import { planTools, type ToolPlan } from './plan-tools.ts'
import { type JudgedTemplate, judgePayload, judgeTemplate, type TemplateLibrary } from './template-library.ts'
import { failure, isFields, type TemplateProblem, warning } from './template-problem.ts'

export interface TemplateServiceParts extends ImportParts {
  readonly registry: ToolRegistry
  readonly library: TemplateLibrary
  readonly agentViews: AgentViews
  /** The skills agents can be allowed to read. */
  readonly hasSkill: (name: string) => boolean
  /** The slugs of the plugins that are installed. */
  readonly plugins: () => readonly string[]
  /** What belongs to the agent and goes into no template, in words. */
  readonly staysHere: (agentId: number) => readonly string[]
}

/** A file somebody chose, or one of the library. */
export type TemplateFrom = { readonly key: string } | { readonly file: string }

/** Templates from looking at one to the agent it becomes, and back. */
export class TemplateService {
  readonly #parts: TemplateServiceParts

  constructor(parts: TemplateServiceParts) {
    this.#parts = parts
  }

  list(): TemplateView[] {
    return this.#parts.library.list().map(({ key, source, filename, bytes }) => {
      const { shown, errors, warnings } = judgeTemplate(bytes, source, this.#known)
      // Of a file that is no template anything may stand there, and of any length.
      const text = (field: string, otherwise = '') => cut(shown[field]) ?? otherwise
      const metadata = isFields(shown.metadata) ? shown.metadata : {}
      return {
        key,
        id: text('id', filename.replace(/\.json$/, '')),
        name: text('name', filename),
        description: text('description'),
        version: text('version', '?'),
        source,
        filename,
        category: cut(metadata.category) ?? 'general',
        icon: iconOf(metadata.icon),
        tools_count: Array.isArray(shown.tools) ? shown.tools.length : 0,
        required_plugins: words(shown.required_plugins),
        has_warnings: errors.length + warnings.length > 0,
        problems: [...errors, ...warnings].map(problemView),
      }
    })
  }

  review(from: TemplateFrom): TemplateReview {
    return this.#review(this.#judge(from).judged)
  }

  /** Takes only what was reviewed. */
  importReviewed(
    from: TemplateFrom,
    sha256: string,
    consent: TemplateConsent,
    hiddenSeen: boolean,
  ): TemplateImportResult {
    const { source, judged } = this.#judge(from)
    if (judged.sha256 !== sha256)
      throw new SporaError('REVISION_CONFLICT', 'The template was changed since you looked at it. Look again.')
    return this.#import(judged, source, consent, hiddenSeen)
  }

  /** The operator's upload: a template, or one with what the operator agrees to beside it. */
  importPayload(body: unknown): TemplateImportResult {
    const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
    const wrapped = Object.hasOwn(fields, 'template')
    const judged = { sha256: '', ...judgePayload(wrapped ? fields.template : body, 'user', this.#known) }
    const consent = templateConsent.safeParse(wrapped ? fields : {})
    if (!consent.success) throw refused([consentProblem(consent.error.issues[0]?.path)])
    return this.#import(judged, 'user', consent.data, wrapped && fields.hidden_seen === true)
  }

  export(agentId: number, { settings = true, notes = true }: { settings?: boolean; notes?: boolean }): TemplateExport {
    const { agents } = this.#parts
    const agent = agents.get(agentId)
    const kept = this.#parts.notes.read(agentId)
    const { template, leftOut } = exportTemplate(this.#parts, agent, { settings, notes: notes ? kept : null })
    if (!notes && kept !== '') leftOut.push('The notes.')
    leftOut.push(...this.#parts.staysHere(agentId))
    const text = `${JSON.stringify(template, null, 2)}\n`
    if (Buffer.byteLength(text) > TEMPLATE_LIMIT)
      throw new SporaError(
        'VALIDATION_ERROR',
        `As a template the agent would have ${Math.ceil(Buffer.byteLength(text) / 1_000)} kB; ${TEMPLATE_LIMIT / 1_000} kB can be imported. Leave out the notes or the settings, or shorten them.`,
      )
    return {
      template,
      text,
      file_name: `${slug(template.name) || `agent-${agentId}`}.json`,
      left_out: leftOut,
    }
  }

  readonly #known = (toolClass: string): RegisteredTool | undefined => this.#parts.registry.byClass(toolClass)

  readonly #names: TemplateNames = {
    agentIds: name =>
      this.#parts.agents
        .list()
        .filter(agent => agent.name === name)
        .map(({ id }) => id),
    hasSkill: name => this.#parts.hasSkill(name),
    valueNow: (toolClass, key) =>
      this.#parts.config.getEffectiveSettings(toolClass, null, OPERATOR_USER_ID)[key] as JsonValue | undefined,
  }

  #judge(from: TemplateFrom): { source: string; judged: JudgedTemplate } {
    if ('file' in from) {
      const bytes = Buffer.from(from.file, 'base64')
      return { source: 'user', judged: judgeTemplate(bytes, 'user', this.#known) }
    }
    const found = this.#parts.library.find(from.key)
    if (!found) throw new SporaError('NOT_FOUND', 'This template is not there any more. Choose another.')
    return { source: found.source, judged: judgeTemplate(found.bytes, found.source, this.#known) }
  }

  #import(judged: JudgedTemplate, source: string, consent: TemplateConsent, hiddenSeen: boolean): TemplateImportResult {
    const { template, errors } = judged
    if (!template) throw refused(errors)
    const hidden = hiddenText(template)
    if (hidden.length > 0 && !hiddenSeen) throw refused([hiddenProblem(hidden)])
    const { name, warnings } = this.#name(template)
    const tools = planTools(template, this.#known, this.#names)
    const made = importTemplate(this.#parts, template, { name, source, tools, consent })
    const all = [...judged.warnings, ...warnings, ...this.#missingPlugins(template).warnings]
    return {
      agent: this.#parts.agentViews.view(made.agent),
      warnings: all.map(problemView),
      tools_enabled: made.tools.map(tool => ({ ...tool, warnings: tool.warnings.map(problemView) })),
    }
  }

  #review({ sha256, template, errors, warnings }: JudgedTemplate): TemplateReview {
    if (!template)
      return { sha256, errors: errors.map(problemView), warnings: warnings.map(problemView), content: null }
    const { agent } = template
    const { name, warnings: nameWarnings } = this.#name(template)
    const { slugs, warnings: pluginWarnings } = this.#missingPlugins(template)
    const tools = planTools(template, this.#known, this.#names)
    const all = [...warnings, ...nameWarnings, ...pluginWarnings, ...tools.flatMap(tool => tool.warnings)]
    return {
      sha256,
      errors: [],
      warnings: all.map(problemView),
      content: {
        id: template.id,
        version: template.version,
        name,
        template_name: template.name,
        description: agent.description ?? template.description ?? '',
        icon: iconOf(template.metadata?.icon),
        system_prompt: agent.system_prompt ?? '',
        notes: agent.notes ?? '',
        max_steps: agent.max_steps ?? 10,
        allow_followup: agent.allow_followup ?? true,
        retry_after_minutes: agent.retry_after_minutes ?? 0,
        max_retries: agent.max_retries ?? 0,
        tools: tools.map(plan => this.#toolReview(plan)),
        missing_plugins: slugs,
        hidden: hiddenText(template),
      },
    }
  }

  #toolReview({ entry, tool, operations, settings }: ToolPlan): TemplateToolReview {
    const missing =
      tool && entry.enabled
        ? this.#missingAfter(
            tool,
            settings.map(({ setting }) => setting.key),
          )
        : []
    const { toolClass, metadata } = tool ?? { toolClass: entry.tool_class, metadata: null }
    return {
      tool_class: toolClass,
      display_name: toolSummary(toolClass, metadata).display_name,
      icon: tool?.icon ?? iconOf(null),
      plugin_slug: tool?.pluginSlug ?? null,
      state: !tool ? 'missing' : !entry.enabled ? 'off' : missing.length > 0 ? 'needs_settings' : 'on',
      missing_required: missing,
      operations: operations.map(({ name, description, effect, enabled, runsFreely, needsConsent }) => ({
        name,
        description,
        effect,
        enabled,
        runs_freely: runsFreely,
        needs_consent: needsConsent,
      })),
      settings: settings.map(({ setting, shown, address }) => ({
        key: setting.key,
        label: setting.label,
        value: shown,
        address,
      })),
    }
  }

  /** What a new agent would miss, without what the template brings. */
  #missingAfter({ toolClass, metadata }: RegisteredTool, brought: readonly string[]): string[] {
    const missing = this.#parts.config.missingRequired(toolClass, null, OPERATOR_USER_ID)
    const labels = new Map(metadata.settings.map(({ key, label }) => [key, label]))
    return missing.filter(({ key }) => !brought.includes(key)).map(({ key }) => labels.get(key) ?? key)
  }

  #name(template: AgentTemplate): { name: string; warnings: TemplateProblem[] } {
    const { agents } = this.#parts
    const taken = [...agents.list(), ...agents.list({ archived: true })].map(agent => agent.name)
    const { name, lookalike } = freeName(plainName(template.name), taken)
    if (lookalike === null) return { name, warnings: [] }
    const message = `The name looks like that of “${lookalike}”, but is written with other characters. The agent will be called “${name}”.`
    return { name, warnings: [warning('NAME_LOOKALIKE', 'name', message)] }
  }

  #missingPlugins({ required_plugins: required = [] }: AgentTemplate): {
    slugs: string[]
    warnings: TemplateProblem[]
  } {
    const installed = new Set(this.#parts.plugins())
    const missing = [...new Set(required)].filter(name => !installed.has(name.split('/').at(-1) as string))
    const warnings = missing.map(name =>
      warning(
        'PLUGIN_MISSING',
        'required_plugins',
        `The plugin “${name}” is not installed. Add it, then import again.`,
      ),
    )
    return { slugs: missing, warnings }
  }
}

function consentProblem(path: readonly PropertyKey[] = []): TemplateProblem {
  const where = path.join('.')
  return failure(
    'CONSENT_INVALID',
    where,
    `${where} is not right. Write "without_asking": [{ "tool_class": …, "operation": … }] and "addresses": [{ "tool_class": …, "key": … }].`,
  )
}

function problemView({ code, severity, message, path = undefined }: TemplateProblem): TemplateProblemView {
  return { code, severity, message, path: path ?? null }
}

const LONGEST = 1_000
const MOST_WORDS = 100

function cut(text: unknown): string | null {
  return typeof text === 'string' ? [...text.slice(0, LONGEST * 2)].slice(0, LONGEST).join('') : null
}

function words(list: unknown): string[] {
  return Array.isArray(list) ? list.slice(0, MOST_WORDS).flatMap(item => cut(item) ?? []) : []
}

function iconOf(icon: unknown) {
  return resolveIcon(typeof icon === 'string' ? icon : null, 'bot')
}

function hiddenProblem(hidden: readonly { path: string; count: number }[]): TemplateProblem {
  const places = hidden.map(({ path, count }) => `${path} (${count})`).join(', ')
  return {
    code: 'TEMPLATE_HIDDEN_TEXT',
    severity: 'error',
    path: hidden[0]?.path as string,
    message: `The template holds characters that cannot be seen, in ${places}. Look at them in the review, or send hidden_seen: true.`,
  }
}

const TOLD = 3

function refused(errors: readonly TemplateProblem[]): SporaError {
  const words = errors.slice(0, TOLD).map(({ message }) => message)
  const more = errors.length > TOLD ? ` And ${errors.length - TOLD} more.` : ''
  return new SporaError('VALIDATION_ERROR', `The template was not imported. ${words.join(' ')}${more}`, {
    errors: errors.map(problemView),
  })
}
