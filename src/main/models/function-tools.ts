import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { WireTool } from './model-driver.ts'

/** Tools as the provider packages take them: the JSON schema goes out as it is. */
export function functionTools(tools: readonly WireTool[]): LanguageModelV4FunctionTool[] {
  return tools.map(tool => ({
    type: 'function',
    name: tool.wireName,
    description: tool.description,
    inputSchema: tool.parameters as LanguageModelV4FunctionTool['inputSchema'],
  }))
}
