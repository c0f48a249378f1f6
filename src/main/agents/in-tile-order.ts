import type { RegisteredTool } from '../tools/registered-tool.ts'

/** Core tools as they are registered, then plugins by name, each with its tools in their own order. */
export function inTileOrder(tools: readonly RegisteredTool[]): RegisteredTool[] {
  const pluginOf = ({ pluginSlug, pluginName }: RegisteredTool) =>
    pluginSlug === null ? '' : (pluginName ?? pluginSlug)
  return [...tools].sort(
    (a, b) =>
      Number(a.pluginSlug !== null) - Number(b.pluginSlug !== null) || pluginOf(a).localeCompare(pluginOf(b), 'en'),
  )
}
