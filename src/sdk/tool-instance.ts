import type { ToolContext } from './tool-context.ts'
import type { ToolResult } from './tool-result.ts'

/**
 * What the host calls. `execute` must not throw: a failure is an answer, `ToolResult.fail(sentence)`. `taskId` and
 * `context` are always given by the host; a unit test may leave them out.
 */
export interface ToolInstance {
  execute(args: never, agentId: number, taskId?: number | null, context?: ToolContext): ToolResult | Promise<ToolResult>
  /** One line, inline markdown only: what a person reads before approving the call. */
  describeAction(args: never): string | Promise<string>
}

/** Any class that may be a tool; `describeToolClass` says whether it is one. */
export type ToolClass = abstract new (...args: never[]) => object
