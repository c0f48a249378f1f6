import type { ModelError } from '../models/model-error.ts'
import type { RuntimeLimits } from './limits.ts'

/**
 * T7: how long to wait before asking the model again, or null to give up. Doubles each time, with up to a quarter more at
 * random so that many tasks do not come back at once. A Retry-After counts when it is longer, up to the longest delay.
 */
export function retryDelay(
  error: ModelError,
  retriesSoFar: number,
  limits: Pick<RuntimeLimits, 'modelRetries' | 'firstRetryMs' | 'longestRetryMs'>,
  random: () => number = Math.random,
): number | null {
  if (!error.info.retryable || retriesSoFar >= limits.modelRetries) return null
  const doubled = limits.firstRetryMs * 2 ** retriesSoFar * (1 + random() / 4)
  const asked = error.info.retryAfterMs
  const wanted = asked !== undefined && Number.isFinite(asked) ? Math.max(asked, doubled) : doubled
  return Math.min(Math.max(0, wanted), limits.longestRetryMs)
}
