import type { z } from 'zod'
import type { agentToolChip } from '../../shared/contract/agents.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'

/** A tool as a small labelled picture. */
export function toolChip({ toolClass, qualifiedName, metadata, icon }: RegisteredTool): z.infer<typeof agentToolChip> {
  return {
    tool_class: toolClass,
    name: metadata.tool.name,
    qualified_name: qualifiedName,
    display_name: metadata.tool.displayName || metadata.tool.name,
    icon,
  }
}
