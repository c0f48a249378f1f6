import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { DIALECTS, type DialectName } from '../tools/dialects/compile-for-dialect.ts'
import type { Dialect } from '../tools/dialects/dialect.ts'
import type { WireTool } from './model-driver.ts'

/** Tools as the provider packages take them: the JSON schema goes out as it is, or not at all. */
export function functionTools(tools: readonly WireTool[], dialect: DialectName): LanguageModelV4FunctionTool[] {
  const { strict }: Dialect = DIALECTS[dialect]
  return tools.map(tool => ({
    type: 'function',
    name: tool.wireName,
    description: tool.description,
    inputSchema: (tool.parameters ?? undefined) as LanguageModelV4FunctionTool['inputSchema'],
    ...(strict ? { strict } : {}),
  }))
}
