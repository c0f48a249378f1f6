import type { AllowRules } from '../../net/guarded-fetch/allow-rules.ts'

type Guard = typeof import('../../net/guarded-fetch/index.ts')

export interface CallFetchOptions {
  readonly rules: AllowRules
  readonly signal?: AbortSignal
  readonly onHost: (host: string, allowed: boolean) => void
}

let guard: Promise<Guard> | undefined
const agents = new Map<string, ReturnType<Guard['guardedAgent']>>()

/** A guarded `fetch`. What it needs is large and loaded with the first request: most plugins' processes do without. */
export function callFetch({ rules, signal, onHost }: CallFetchOptions): typeof fetch {
  return async (input, init) => {
    guard ??= import('../../net/guarded-fetch/index.ts')
    const { createGuardedFetch, guardedAgent } = await guard
    const key = JSON.stringify(rules)
    const agent = agents.get(key) ?? guardedAgent(rules)
    agents.set(key, agent)
    return createGuardedFetch({ rules, agent, onHost, ...(signal ? { signal } : {}) })(input, init)
  }
}
