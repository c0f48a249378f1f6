import type { JsonSchema, JsonValue } from '@spora/sdk'
import type { ErrorObject } from 'ajv'
import type { ArgumentProblem } from '../../shared/contract/calls.ts'
import { argumentProblem, problemOf } from './argument-problem.ts'
import { coerceArguments } from './coerce-arguments.ts'
import { compileSchema } from './compile-schema.ts'
import type { Arguments } from './parse-arguments.ts'

export type CheckedArguments =
  /** coerced: JSON pointers of values that differ from what was sent ("5" to 5). */
  | { readonly ok: true; readonly value: Arguments; readonly coerced: readonly string[] }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] }

/** More than anybody reads. */
export const MAX_PROBLEMS = 10

/** Coerces, then validates. Nothing is filled in by a schema's defaults: what is shown is what runs. */
export function checkSchema(schema: JsonSchema, args: Arguments): CheckedArguments {
  const { value, coerced } = coerceArguments(schema, args)
  const problems = schemaProblems(schema, value)
  return problems.length === 0 ? { ok: true, value, coerced } : { ok: false, problems }
}

function schemaProblems(schema: JsonSchema, value: JsonValue): readonly ArgumentProblem[] {
  try {
    return outermost(compileSchema(schema)(value)).slice(0, MAX_PROBLEMS).map(problemOf)
  } catch (error) {
    // Registration compiles every schema, so this is one whose check takes too long.
    const why = String((error as { message?: unknown } | null)?.message ?? error).slice(0, 200)
    return [argumentProblem('', `something this tool's schema can check (${why})`, value)]
  }
}

const TRIED: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'contains'])

/** Without what happened inside branches that were only tried: the keyword that tried them says what failed. */
function outermost(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const tried = new Set(errors.filter(({ keyword }) => TRIED.has(keyword)).map(({ schemaPath }) => schemaPath))
  return errors.filter(({ schemaPath, keyword }) => keyword !== 'if' && !isWithin(tried, schemaPath))
}

/** By whole steps of the path, not by the names in it: a property may be called `not`. */
function isWithin(keywords: ReadonlySet<string>, schemaPath: string): boolean {
  if (keywords.size === 0) return false
  for (let end = schemaPath.indexOf('/'); end >= 0; end = schemaPath.indexOf('/', end + 1))
    if (keywords.has(schemaPath.slice(0, end))) return true
  return false
}
