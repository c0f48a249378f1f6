import { Ajv2020 } from 'ajv/dist/2020.js'
import { isSent, names, type Sent, walk } from './walk.ts'

/*
 * `input_schema` of the messages API, as Anthropic publishes and enforces it: JSON Schema of draft 2020-12, an object at
 * the top, no oneOf, allOf or anyOf there, names of 1 to 64 letters, digits, `_`, `.` and `-`.
 */
const ajv = new Ajv2020({ strict: false, logger: false })

export function anthropicProblems(schema: Sent | null): string[] {
  if (schema === null) return ['input_schema is required']
  const problems: string[] = []
  if (schema.type !== 'object') problems.push('input_schema.type must be object')
  for (const keyword of ['oneOf', 'allOf', 'anyOf'])
    if (schema[keyword] !== undefined) problems.push(`input_schema does not support ${keyword} at the top level`)
  walk(schema, (current, path) => {
    if (isSent(current.properties))
      for (const name of names(current))
        if (path === '' && !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) problems.push(`${path}: the property key ${name}`)
  })
  if (!ajv.validateSchema(schema)) problems.push(`not JSON Schema of draft 2020-12: ${ajv.errorsText()}`)
  return problems
}
