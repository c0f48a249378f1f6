import { SporaError } from '../../shared/spora-error.ts'
import { brief } from '../tools/quote.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { ToolRegistry } from '../tools/tool-registry.ts'

/** `known` is the registry, or what also knows the tools of plugins that are not running. */
export function toolByClass(known: Pick<ToolRegistry, 'byClass'>, toolClass: string): RegisteredTool {
  const tool = known.byClass(toolClass)
  if (!tool)
    throw new SporaError(
      'TOOL_NOT_FOUND',
      `There is no tool “${brief(toolClass)}” now. Its plugin may be off or removed.`,
      {
        tool_class: toolClass,
      },
    )
  return tool
}

/**
 * The `{toolId}` of REST paths: `slug:name`, or a bare name when it fits exactly one tool. A core tool's name is its
 * qualified one, so where a plugin has the same it is asked for as `core:name`.
 */
export function toolById(registry: ToolRegistry, toolId: string): RegisteredTool {
  const core = /^core:([^:]+)$/.exec(toolId)?.[1]
  const exact = toolId.includes(':') ? registry.byName(core ?? toolId) : undefined
  if (exact) return exact
  const matching = registry.list().filter(tool => tool.metadata.tool.name === toolId)
  const [only] = matching
  if (!only) throw new SporaError('TOOL_NOT_FOUND', `There is no tool “${brief(toolId)}”.`, { tool_id: toolId })
  if (matching.length === 1) return only
  const names = matching.map(tool => tool.qualifiedName)
  throw new SporaError(
    'TOOL_AMBIGUOUS',
    `“${brief(toolId)}” fits several tools: ${names.map(each => (each.includes(':') ? each : `core:${each}`)).join(', ')}. Use one of these names.`,
    {
      qualified_names: names,
    },
  )
}
