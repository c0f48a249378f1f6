import { ToolDeclarationError } from '@spora/sdk'
import { assertUsableSchema } from '../tools/assert-usable-schema.ts'
import { canonicalSchema } from '../tools/canonical-schema.ts'
import { compileForDialect, DIALECTS, type DialectName } from '../tools/dialects/compile-for-dialect.ts'
import type { DescribedToolData } from './described-tool.ts'

/**
 * The health check of a freshly described plugin: a tool whose schema no validator could work with is not loaded; one
 * that some model's API would not take is loaded and says so.
 */
export function unusableTools(tools: readonly DescribedToolData[]): DescribedToolData[] {
  return tools.map(tool => {
    if (!tool.metadata) return tool
    try {
      assertUsableSchema(tool.metadata)
      const schema = canonicalSchema(tool.metadata)
      const problems = Object.keys(DIALECTS).flatMap(dialect => {
        const compiled = compileForDialect(schema, dialect as DialectName)
        return compiled.ok
          ? []
          : [{ code: 'TOOL_LEFT_OUT', message: `Not offered to models of the ${dialect} kind: ${compiled.reason}` }]
      })
      return { ...tool, problems: [...tool.problems, ...problems] }
    } catch (error) {
      const problems =
        error instanceof ToolDeclarationError
          ? error.problems
          : [{ code: 'TOOL_SCHEMA_INVALID', member: tool.name, message: String(error) }]
      return {
        ...tool,
        metadata: null,
        problems: problems.map(({ code, member, message }) => ({ code, message: `${member}: ${message}` })),
      }
    }
  })
}
