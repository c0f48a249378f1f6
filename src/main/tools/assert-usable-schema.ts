import { type DeclarationProblem, type JsonSchema, ToolDeclarationError, type ToolMetadata } from '@spora/sdk'
import { canonicalSchema } from './canonical-schema.ts'
import { compileSchema } from './compile-schema.ts'

/**
 * What a declaration check cannot see: whether the hand-written parts are JSON Schema (S5), and whether a default keeps
 * to the whole schema of its parameter. Throws ToolDeclarationError with every problem at once.
 */
export function assertUsableSchema(metadata: ToolMetadata): void {
  const properties = Object.entries(canonicalSchema(metadata).properties as Record<string, JsonSchema>)
  const problems = properties.flatMap(([name, schema]) => propertyProblem(metadata.className, name, schema))
  if (problems.length > 0) throw new ToolDeclarationError(problems)
}

function propertyProblem(className: string, name: string, schema: JsonSchema): DeclarationProblem[] {
  const member = `@ToolParameter ${JSON.stringify(name)}`
  const problem = (code: string, message: string) => [{ code, className, member, message }]
  try {
    const errors = compileSchema(schema)(schema.default ?? undefined)
    if (schema.default === undefined || errors.length === 0) return []
    const { instancePath, message } = errors[0] ?? {}
    return problem(
      'TOOL_DEFAULT_MISMATCH',
      `the default does not keep to its schema: ${instancePath || 'it'} ${message}.`,
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return problem('TOOL_SCHEMA_INVALID', `it is no valid JSON Schema: ${reason}.`)
  }
}
