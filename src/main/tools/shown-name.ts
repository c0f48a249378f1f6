import type { ToolMetadata } from '@spora/sdk'

/** What people read for a tool: its display name; its name where that is missing or empty (D2). */
export function shownName({ tool }: Pick<ToolMetadata, 'tool'>): string {
  return tool.displayName?.trim() || tool.name
}
