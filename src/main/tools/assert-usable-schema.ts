import { type DeclarationProblem, type JsonSchema, ToolDeclarationError, type ToolMetadata } from '@spora/sdk'
import { canonicalSchema } from './canonical-schema.ts'
import { compileSchema } from './compile-schema.ts'

/**
 * What a declaration check cannot see: whether the hand-written parts are JSON Schema (S5), and whether a default keeps
 * to the whole schema of its parameter. Throws ToolDeclarationError with every problem at once. What we wrote ourselves
 * is right by construction, so it is first compiled when it is first needed: starting the app stays quick.
 */
export function assertUsableSchema(metadata: ToolMetadata): void {
  const properties = canonicalSchema(metadata).properties as Record<string, JsonSchema>
  const problems = metadata.parameters
    .filter(({ schema, items }) => schema !== undefined || items !== undefined)
    .flatMap(({ name }) => propertyProblem(metadata.className, name, properties[name] ?? {}))
  if (problems.length > 0) throw new ToolDeclarationError(problems)
}

function propertyProblem(className: string, name: string, schema: JsonSchema): DeclarationProblem[] {
  const member = `@ToolParameter ${JSON.stringify(name)}`
  const problem = (code: string, message: string) => [{ code, className, member, message }]
  try {
    const check = compileSchema(schema)
    const [error] = schema.default === undefined ? [] : check(schema.default)
    if (!error) return []
    return problem(
      'TOOL_DEFAULT_MISMATCH',
      `the default does not keep to its schema: ${error.instancePath || 'it'} ${error.message}.`,
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return problem('TOOL_SCHEMA_INVALID', `it is no valid JSON Schema: ${reason}.`)
  }
}
