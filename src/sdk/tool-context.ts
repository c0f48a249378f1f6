import type { JsonValue } from './metadata.ts'

/** Who the call belongs to. The owner comes from the agent's row, never from whoever is in front of the window. */
export interface PrincipalContext {
  /** The paying user (a group's first owner): settings scope, key binding, audit. Null when none can be found. */
  readonly ownerUserId: number | null
  /** Who started this task. */
  readonly runnerUserId: number | null
  readonly principalId: number
  readonly type: 'user' | 'group'
  isResolvable(): boolean
}

/** The fourth argument of `execute`: whose call it is, and the services of this one call. */
export interface ToolContext extends PrincipalContext {
  /** This tool's effective settings; secrets in clear. */
  readonly settings: Readonly<Record<string, JsonValue>>
  /** The same when a call is repeated after a crash: use it as an idempotency key. */
  readonly callId: string
  readonly signal: AbortSignal
  /** fraction: 0 to 1. */
  progress(fraction: number, text?: string): void
  log(...items: unknown[]): void
  /** `fetch`, limited to the hosts the plugin declared and the operator allowed. */
  readonly fetch: typeof fetch
}
