import { metadataProblems, ToolDeclarationError, type ToolMetadata } from '@spora/sdk'
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
      const declared = metadataProblems(tool.metadata)
      if (declared.length > 0) throw new ToolDeclarationError(declared)
      assertUsableSchema(tool.metadata)
      const schema = canonicalSchema(tool.metadata)
      const problems = Object.keys(DIALECTS).flatMap(dialect => {
        const compiled = compileForDialect(schema, dialect as DialectName)
        return compiled.ok
          ? []
          : [{ code: 'TOOL_LEFT_OUT', message: `Not offered to models of the ${dialect} kind: ${compiled.reason}` }]
      })
      return { ...tool, problems: [...tool.problems, ...listsOfAnything(tool.metadata), ...problems] }
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

/** Some APIs refuse a list that does not say what is in it, so something is said; the author knows better. */
function listsOfAnything({ parameters }: ToolMetadata): DescribedToolData['problems'] {
  return parameters
    .filter(({ type, items, schema }) => type === 'array' && !items && !schema)
    .map(({ name }) => ({
      code: 'TOOL_LIST_ITEMS',
      message: `@ToolParameter ${JSON.stringify(name)}: models are told that its items may be anything. Say what they are, such as items: { type: "string" }.`,
    }))
}
