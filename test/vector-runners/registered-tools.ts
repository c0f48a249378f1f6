import {
  type DeclarationProblem,
  describeToolClass,
  ToolDeclarationError,
  type ToolInstance,
  ToolResult,
} from '@spora/sdk'
import { type EffectiveOperation, effectiveOperations } from '../../src/main/agents/effective-operations.ts'
import { registeredTool } from '../../src/main/tools/create-registered-tool.ts'
import { inProcessRunner } from '../../src/main/tools/in-process-runner.ts'
import type { RegisteredTool } from '../../src/main/tools/registered-tool.ts'
import { ToolRegistry } from '../../src/main/tools/tool-registry.ts'
import { type ToolDescription, toolClassOf } from './tool-description.ts'

export interface Owners {
  readonly tools: readonly ToolDescription[]
  readonly plugins?: readonly { readonly slug: string; readonly tools: readonly string[] }[]
}

export interface Registered {
  readonly registry: ToolRegistry
  /** By the class's name in the vector. */
  readonly byClass: ReadonlyMap<string, RegisteredTool>
  /** Classes that were not registered, with the codes that say why. */
  readonly refused: ReadonlyMap<string, readonly string[]>
}

/** The described tools, registered as the app does it. The first plugin that names a class owns it. */
export function registerAll({ tools, plugins = [] }: Owners): Registered {
  const registry = new ToolRegistry()
  const byClass = new Map<string, RegisteredTool>()
  const refused = new Map<string, readonly string[]>()
  for (const description of tools) {
    const className = description.className ?? ''
    const slug = plugins.find(plugin => plugin.tools.includes(className))?.slug ?? null
    try {
      const metadata = describeToolClass(toolClassOf(description))
      const tool = registeredTool({ metadata, slug, runner: inProcessRunner(IDLE, metadata.tool.name, {}) })
      if (registry.byName(tool.qualifiedName)) refused.set(className, ['TOOL_NAME_DUPLICATE'])
      else {
        registry.register([tool])
        byClass.set(className, tool)
      }
    } catch (error) {
      if (!(error instanceof ToolDeclarationError)) throw error
      refused.set(
        className,
        error.problems.map(({ code }: DeclarationProblem) => code),
      )
    }
  }
  return { registry, byClass, refused }
}

const IDLE: ToolInstance = { execute: () => ToolResult.ok(''), describeAction: () => '' }

/** A row of per-agent overrides as the vectors have it. */
export interface OverrideRow {
  readonly agent_id: number
  readonly tool_class: string
  readonly operation: string
  readonly enabled: number | null
  readonly default_requires_approval: number | null
}

export function operationsFor(
  tool: RegisteredTool,
  className: string,
  agentId: number,
  rows: readonly OverrideRow[],
): EffectiveOperation[] {
  const own = rows.filter(row => row.agent_id === agentId && row.tool_class === className)
  const flag = (value: number | null) => (value === null ? null : value !== 0)
  const overrides = own.map(
    row =>
      [row.operation, { enabled: flag(row.enabled), requiresApproval: flag(row.default_requires_approval) }] as const,
  )
  return effectiveOperations(tool.metadata, new Map(overrides))
}
