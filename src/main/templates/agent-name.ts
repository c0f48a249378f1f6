import { AGENT_LIMITS } from '../../shared/agent-limits.ts'
import { looksLike } from '../text/looks-like.ts'

export interface FreeName {
  readonly name: string
  /** An agent that is called differently but looks the same. */
  readonly lookalike: string | null
}

/** The name for an imported agent: its own, or with “(imported)” when there is one that is called or looks like it. */
export function freeName(wanted: string, taken: readonly string[]): FreeName {
  const looks = new Map(taken.map(name => [looksLike(name), name]))
  const twin = looks.get(looksLike(wanted))
  if (twin === undefined) return { name: wanted, lookalike: null }
  const lookalike = taken.includes(wanted) ? null : twin
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? ' (imported)' : ` (imported ${number})`
    const stem = [...wanted].slice(0, AGENT_LIMITS.name - suffix.length).join('')
    if (!looks.has(looksLike(stem + suffix))) return { name: stem + suffix, lookalike }
  }
}
