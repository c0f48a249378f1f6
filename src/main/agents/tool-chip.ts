import type { z } from 'zod'
import type { agentToolChip } from '../../shared/contract/agents.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { shownName } from '../tools/shown-name.ts'

/** A tool as a small labelled picture. */
export function toolChip({ toolClass, qualifiedName, metadata, icon }: RegisteredTool): z.infer<typeof agentToolChip> {
  return {
    tool_class: toolClass,
    name: metadata.tool.name,
    qualified_name: qualifiedName,
    display_name: shownName(metadata),
    icon,
  }
}
