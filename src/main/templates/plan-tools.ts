import type { Effect } from '@spora/sdk'
import { effectiveOperations } from '../agents/effective-operations.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { AgentTemplate, TemplateTool } from './agent-template.ts'
import type { KnownTools } from './check-tools.ts'
import { planSettings, type SettingPlan, type TemplateNames } from './plan-settings.ts'
import { type TemplateProblem, warning } from './template-problem.ts'

export interface OperationPlan {
  readonly name: string
  readonly description: string
  readonly effect: Effect
  readonly enabled: boolean
  /** Under the template alone. */
  readonly runsFreely: boolean
  /**
   * Running freely is more than looking, or more than the tool's author would allow: it takes the operator's word, else
   * the operation asks (R12).
   */
  readonly needsConsent: boolean
  /** What the template chooses; null leaves it to the tool. */
  readonly chosen: { readonly enabled: boolean | null; readonly requires_approval: boolean | null }
}

export interface ToolPlan {
  readonly entry: TemplateTool
  /** Null: there is no such tool here. */
  readonly tool: RegisteredTool | null
  readonly operations: readonly OperationPlan[]
  readonly settings: readonly SettingPlan[]
  readonly warnings: readonly TemplateProblem[]
}

/** What each tool of a template comes to on this computer. */
export function planTools({ tools = [] }: AgentTemplate, known: KnownTools, names: TemplateNames): ToolPlan[] {
  return tools.map((entry, index) => {
    const place = `tools[${index}]`
    const tool = known(entry.tool_class) ?? null
    if (!tool) return { entry, tool, operations: [], settings: [], warnings: [missing(entry, place)] }
    const { plans, warnings } = planSettings(tool.metadata.settings, entry, place, names)
    return { entry, tool, operations: planOperations(tool, entry), settings: plans, warnings }
  })
}

function planOperations(tool: RegisteredTool, { operations }: TemplateTool): OperationPlan[] {
  const chosen = new Map(
    operations.map(({ name, enabled = null, auto_approve: auto }) => [
      name,
      { enabled, requiresApproval: auto === undefined ? null : !auto },
    ]),
  )
  return effectiveOperations(tool.metadata, chosen).map(({ name, operation, enabled, requiresApproval, override }) => {
    const runsFreely = enabled && !requiresApproval
    return {
      name,
      description: operation.description,
      effect: operation.effect,
      enabled,
      runsFreely,
      needsConsent: !requiresApproval && (operation.effect !== 'none' || operation.requiresApprovalByDefault),
      chosen: { enabled: override.enabled, requires_approval: override.requiresApproval },
    }
  })
}

function missing({ tool_class: toolClass }: TemplateTool, place: string): TemplateProblem {
  const slug = toolClass.split('/')[0] ?? ''
  return warning(
    'TOOL_PLUGIN_MISSING',
    `${place}.tool_class`,
    slug === 'core'
      ? `This app has no tool ${toolClass}, so it is left out. Perhaps a newer version has it.`
      : `The plugin of ${toolClass} is not here, so the tool is left out. Add the plugin, then import again.`,
  )
}
