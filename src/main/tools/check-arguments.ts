import type { JsonValue, ToolMetadata } from '@spora/sdk'
import type { ArgumentProblem } from '../../shared/contract/calls.ts'
import { argumentProblem, unknownKeyProblem } from './argument-problem.ts'
import { type CheckedArguments, checkSchema, MAX_PROBLEMS } from './check-schema.ts'
import { pointer } from './json-pointer.ts'
import { argumentsSchema } from './operation-schema.ts'
import { discriminatorKey } from './operations.ts'
import type { Arguments } from './parse-arguments.ts'
import { quote } from './quote.ts'

/**
 * W6: the arguments of one operation, checked. Keys the operation does not take are refused by name, and so is a
 * discriminator that names another operation: what was decided is what runs (R3). A tool with a choice always gets its
 * discriminator, also when the model left it out.
 */
export function checkArguments(metadata: ToolMetadata, operation: string, args: Arguments): CheckedArguments {
  const schema = argumentsSchema(metadata, operation)
  const key = discriminatorKey(metadata)
  const known = Object.keys(schema.properties ?? {})
  const repaired: string[] = []
  const problems: ArgumentProblem[] = []
  const sent: Record<string, JsonValue> = {}
  if (key !== null) sent[key] = operation
  for (const [name, value] of Object.entries(args)) {
    const path = pointer('', name)
    if (name === key) {
      if (!isBlank(value) && value !== operation) problems.push(argumentProblem(path, quote(operation), value))
    } else if (known.includes(name)) sent[name] = value
    else if (namesTheOnlyOperation(metadata, name, value) || isLeftOut(metadata, name, value)) repaired.push(path)
    else if (problems.length < MAX_PROBLEMS)
      problems.push(unknownKeyProblem('', name, known, adviceFor(metadata, name, operation)))
  }
  const checked = checkSchema(schema, sent)
  if (checked.ok && problems.length === 0) return { ...checked, coerced: [...repaired, ...checked.coerced] }
  return { ok: false, problems: [...problems, ...(checked.ok ? [] : checked.problems)].slice(0, MAX_PROBLEMS) }
}

function isBlank(value: JsonValue): boolean {
  return value === null || value === ''
}

/** A tool with one operation has no discriminator, but a model that names that one operation means no harm. */
function namesTheOnlyOperation(metadata: ToolMetadata, name: string, value: JsonValue): boolean {
  const [only, second] = metadata.operations
  return second === undefined && only?.discriminatorKey === name && (value === only.name || isBlank(value))
}

/** A model that must send every parameter sends null for those of other operations. */
function isLeftOut(metadata: ToolMetadata, name: string, value: JsonValue): boolean {
  return value === null && metadata.parameters.some(parameter => parameter.name === name)
}

function adviceFor(metadata: ToolMetadata, name: string, operation: string): string | undefined {
  const declared = metadata.parameters.some(parameter => parameter.name === name)
  return declared ? `The operation ${quote(operation)} does not take it: leave it out.` : undefined
}
