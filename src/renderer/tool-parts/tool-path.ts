import type { ToolView } from '../../shared/contract/tools.ts'

export type ToolTab = 'overview' | 'settings' | 'operations' | 'schema'

/** Where a tool's page is. The qualified name is unique; the class name is not pretty enough for an address. */
export function toolPath(tool: Pick<ToolView, 'qualified_name'>, tab: ToolTab = 'overview', scope?: string): string {
  return ['/tools', encodeURIComponent(tool.qualified_name), tab, ...(scope ? [scope] : [])].join('/')
}
