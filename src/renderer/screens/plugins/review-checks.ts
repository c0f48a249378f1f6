import type { PluginCheck, PluginReview } from '../../../shared/contract/plugins.ts'

export interface SortedChecks {
  readonly fail: readonly PluginCheck[]
  readonly warn: readonly PluginCheck[]
  readonly pass: readonly PluginCheck[]
}

/** Fail, warn, pass: what must be done, what should be known, what is fine. */
export function sortChecks(checks: readonly PluginCheck[]): SortedChecks {
  const having = (status: PluginCheck['status']) => checks.filter(check => check.status === status)
  return { fail: having('fail'), warn: having('warn'), pass: having('pass') }
}

/** `plugin.json:4:11`, as far as it is known. */
export function checkPlace(check: Pick<PluginCheck, 'file' | 'line' | 'column'>): string | null {
  if (!check.file) return null
  return [check.file, check.line, check.line === null ? null : check.column].filter(part => part !== null).join(':')
}

export type WhyNotLoad = 'checks' | 'trust' | 'no_digest' | 'replace' | null

/** Why "Trust and load" is off; null when it may be pressed. */
export function whyNotLoad(review: PluginReview, trusted: boolean, replace = false): WhyNotLoad {
  if (!review.can_load || review.checks.some(check => check.status === 'fail')) return 'checks'
  if (review.digest === null) return 'no_digest'
  if (review.conflict && !replace) return 'replace'
  return trusted ? null : 'trust'
}
