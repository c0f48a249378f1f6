import type { JsonValue, PrincipalContext, ToolMetadata, ToolResult } from '@spora/sdk'
import type { IconView } from '../../shared/contract/icon.ts'

/** One call, ready to run: everything a tool may know of it. */
export interface ToolInvocation {
  readonly arguments: Readonly<Record<string, JsonValue>>
  readonly operation: string
  readonly agentId: number
  readonly taskId: number | null
  readonly callId: string
  readonly principal: PrincipalContext
  readonly settings: Readonly<Record<string, JsonValue>>
  readonly signal: AbortSignal
  /** Milliseconds after which the runner must have stopped it. */
  readonly timeoutMs: number
  progress(fraction: number | null, text: string): void
}

/** How a tool's code is reached: in this process (core tools) or in a plugin's own. Never throws for what a tool does. */
export interface ToolRunner {
  /** Resolves when the tool's code is there to be asked; rejects when it cannot be. */
  ready?(): Promise<void>
  execute(invocation: ToolInvocation): Promise<ToolOutcome>
  /** One line; rejects or answers null when the tool cannot say. The caller bounds, collapses and falls back (D8). */
  describe(args: Readonly<Record<string, JsonValue>>): Promise<string | null>
}

export type ToolOutcome =
  | { readonly kind: 'result'; readonly result: ToolResult }
  /** The process died or was killed with the call inside: nobody knows whether it happened. */
  | { readonly kind: 'lost'; readonly reason: string }

/** A tool the app knows: its declaration, how it is called, and how its code is reached. */
export interface RegisteredTool {
  /** `<slug or core>/<ClassName>` (R2): the key of settings, overrides and enablement. */
  readonly toolClass: string
  /** `name` or `slug:name` (W1). */
  readonly qualifiedName: string
  readonly pluginSlug: string | null
  readonly pluginName: string | null
  readonly metadata: ToolMetadata
  readonly icon: IconView
  /** SHA-256 over what a decision relies on: class, metadata, plugin version and digest. */
  readonly fingerprint: string
  readonly runner: ToolRunner
}
