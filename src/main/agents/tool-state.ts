import type { ToolView } from '../../shared/contract/tools.ts'
import type { MissingSetting } from '../settings/told-settings.ts'
import type { EffectiveOperation } from './effective-operations.ts'

/** What can be wrong with a tool beyond its settings, as sentences; null when it is not. */
export interface ToolTrouble {
  /** Its plugin did not load. */
  readonly loadError: string | null
  /** The model in use cannot take its schema (W4). */
  readonly leftOut: string | null
  /** Its plugin is switched off. */
  readonly pluginOff: string | null
}

export const NO_TROUBLE: ToolTrouble = { loadError: null, leftOut: null, pluginOff: null }

export interface ToolFacts extends ToolTrouble {
  readonly missing: readonly MissingSetting[]
  readonly enabled: boolean
}

/** Exactly one state, by precedence. Tile, agent row, approval card and chat all take it from here. */
export function toolState(facts: ToolFacts): { state: ToolView['state']; reason: string | null } {
  if (facts.loadError !== null) return { state: 'load_error', reason: facts.loadError }
  if (facts.missing.length > 0) return { state: 'needs_configuration', reason: needs(facts.missing) }
  if (facts.leftOut !== null) return { state: 'left_out', reason: facts.leftOut }
  if (facts.pluginOff !== null) return { state: 'plugin_off', reason: facts.pluginOff }
  return { state: facts.enabled ? 'on' : 'off', reason: null }
}

/** Over the operations that can run; when none can, nothing runs freely. */
export function approvalSummary(operations: readonly EffectiveOperation[]): ToolView['approval'] {
  const enabled = operations.filter(operation => operation.enabled)
  const asking = enabled.filter(operation => operation.requiresApproval)
  if (asking.length === enabled.length) return 'all_ask'
  return asking.length > 0 ? 'some_ask' : 'runs_freely'
}

function needs(missing: readonly MissingSetting[]): string {
  const labels = missing.map(({ label }) => label).join(', ')
  return `Set ${labels} before this tool can be used.`
}
