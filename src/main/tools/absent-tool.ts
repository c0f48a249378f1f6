import { ToolResult } from '@spora/sdk'
import type { RegisteredTool, ToolRunner } from './registered-tool.ts'

/** A tool that cannot be called now and keeps its place: its plugin is off, gone or broken, or its declaration is. */
export interface AbsentTool {
  /** As it was when it was last loaded. */
  readonly tool: RegisteredTool
  /** False: nothing of its declaration can be used, only its name. */
  readonly declared: boolean
  /** Why, as a sentence for its tile; one of the two is not null. */
  readonly loadError: string | null
  readonly pluginOff: string | null
}

/** For a tool that is in no registry: nobody calls it. */
export const absentRunner: ToolRunner = {
  execute: async () => ({ kind: 'result', result: ToolResult.fail('The plugin of this tool is not running.') }),
  describe: async () => null,
}
