import type { JsonValue } from './metadata.ts'

/** What a call gives back. `content` is all the model sees; `data` goes to the window. */
export class ToolResult {
  constructor(
    readonly success: boolean,
    readonly content: string,
    readonly data: JsonValue = null,
  ) {}

  static ok(content: string, data: JsonValue = null): ToolResult {
    return new ToolResult(true, content, data)
  }

  static fail(message: string, data: JsonValue = null): ToolResult {
    return new ToolResult(false, message, data)
  }
}
