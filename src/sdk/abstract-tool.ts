import { HasOperations } from './has-operations.ts'
import { HasParameterSchema } from './has-parameter-schema.ts'
import type { ToolContext } from './tool-context.ts'
import type { ToolInstance } from './tool-instance.ts'
import type { ToolResult } from './tool-result.ts'

class Root {}

/**
 * The usual base of a tool. Declare it with `@Tool`, `@ToolOperation`, `@ToolParameter` and `@ToolSetting`, or write
 * the same facts in `defineTool`. A tool on a third-party base applies the two mixins to that base instead.
 */
export abstract class AbstractTool extends HasParameterSchema(HasOperations(Root)) implements ToolInstance {
  /**
   * Runs one call. `args` are checked against the declared parameters before they get here. Only the first two
   * arguments are needed, so a unit test can call it bare. Never throw: answer `ToolResult.fail(sentence)`.
   */
  abstract execute(
    args: never,
    agentId: number,
    taskId?: number | null,
    context?: ToolContext,
  ): ToolResult | Promise<ToolResult>

  /** One line, inline markdown only, up to 300 characters: what a person reads before approving the call. */
  abstract describeAction(args: never): string | Promise<string>
}
