import type { ToolView } from '../../shared/contract/tools.ts'

export interface ToolFilter {
  readonly search: string
  readonly state: ToolView['state'] | null
  /** `builtin`, or a plugin's slug. */
  readonly source: string | null
  readonly approval: ToolView['approval'] | null
  readonly agent: number | null
}

export const anyTool: ToolFilter = { search: '', state: null, source: null, approval: null, agent: null }

export function isFiltered(filter: ToolFilter): boolean {
  return filter.search.trim() !== '' || !!(filter.state || filter.source || filter.approval || filter.agent)
}

export function sourceOf(tool: Pick<ToolView, 'plugin_slug'>): string {
  return tool.plugin_slug ?? 'builtin'
}

/** Every typed word must occur in the name, the qualified name, the description, the category or the plugin's name. */
export function filterTools(tools: readonly ToolView[], filter: ToolFilter): ToolView[] {
  const words = filter.search.toLowerCase().split(/\s+/).filter(Boolean)
  return tools.filter(tool => {
    if (filter.state && tool.state !== filter.state) return false
    if (filter.source && sourceOf(tool) !== filter.source) return false
    if (filter.approval && tool.approval !== filter.approval) return false
    if (filter.agent && !tool.used_by.some(agent => agent.agent_id === filter.agent)) return false
    const text = [tool.display_name, tool.qualified_name, tool.description, tool.category, tool.plugin_name ?? '']
      .join(' ')
      .toLowerCase()
    return words.every(word => text.includes(word))
  })
}

export interface ToolGroup {
  readonly category: string
  readonly tools: readonly ToolView[]
}

/** By category, both in alphabetical order; tools without a category come last under an empty name. */
export function groupByCategory(tools: readonly ToolView[]): ToolGroup[] {
  const groups = new Map<string, ToolView[]>()
  for (const tool of tools) groups.set(tool.category, [...(groups.get(tool.category) ?? []), tool])
  return [...groups]
    .sort(([left], [right]) => (left === '' ? 1 : right === '' ? -1 : left.localeCompare(right)))
    .map(([category, members]) => ({
      category,
      tools: members.sort((left, right) => left.display_name.localeCompare(right.display_name)),
    }))
}

/** How many tools each choice of a filter would show, for the counts beside the choices. */
export function countBy<Key>(tools: readonly ToolView[], keysOf: (tool: ToolView) => readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const tool of tools) for (const key of keysOf(tool)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}
