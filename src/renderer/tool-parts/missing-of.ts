import type { ToolView } from '../../shared/contract/tools.ts'
import { hasCode, shownError } from '../api/error.ts'

/** The settings that a refused enabling found missing; null for any other failure. */
export function missingOf(error: unknown): ToolView['missing_required'] | null {
  if (!hasCode(error, 'SETTINGS_MISSING')) return null
  const { missing } = shownError(error).details
  return Array.isArray(missing) ? (missing as ToolView['missing_required']) : null
}
