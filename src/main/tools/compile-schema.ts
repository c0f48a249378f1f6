import type { JsonSchema } from '@spora/sdk'
import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { withinDeadline } from './within-deadline.ts'

export type SchemaCheck = (value: unknown) => readonly ErrorObject[]

/** Longer than any honest schema needs for 256 kB, short enough that the app only hesitates. */
const DEADLINE_MS = 1000
/** Keywords that may cost more than the length of the value: expressions, and comparing every item with every other. */
const COSTLY = /"(pattern|patternProperties|uniqueItems|format)"\s*:/

let made: Ajv2020 | undefined

/** Made when the first schema is compiled: the app starts without. */
function ajv(): Ajv2020 {
  if (made) return made
  made = new Ajv2020({
    strict: true,
    // `required` may stand in a branch whose properties stand outside it, and unions may be written as lists of types.
    strictRequired: false,
    strictTypes: false,
    strictTuples: false,
    allErrors: true,
    verbose: true,
    // A parameter named toString is missing when it was not sent.
    ownProperties: true,
    addUsedSchema: false,
    logger: false,
    // Half the time of compiling goes into making the code shorter, which the engine does anyway.
    code: { optimize: false },
  })
  addFormats.default(made)
  return made
}

const compiled = new WeakMap<JsonSchema, SchemaCheck>()

/** Compiled once per schema object. Throws what ajv says when the schema is not one. */
export function compileSchema(schema: JsonSchema): SchemaCheck {
  const known = compiled.get(schema)
  if (known) return known
  const text = JSON.stringify(schema)
  acceptUnknownFormats(schema)
  const validate = compiledByAjv(schema)
  const run: SchemaCheck = value => (validate(value) ? [] : [...(validate.errors ?? [])])
  const check: SchemaCheck = COSTLY.test(text) ? value => withinDeadline(DEADLINE_MS, () => run(value)) : run
  compiled.set(schema, check)
  return check
}

/** Without a trace in ajv, which would keep the schema for ever, and a failed one half compiled. */
function compiledByAjv(schema: JsonSchema) {
  try {
    return ajv().compile(schema)
  } finally {
    ajv().removeSchema(schema)
  }
}

/** `format` is a hint: a name nobody knows checks nothing. */
function acceptUnknownFormats(schema: unknown): void {
  if (Array.isArray(schema)) {
    for (const item of schema) acceptUnknownFormats(item)
  } else if (typeof schema === 'object' && schema !== null) {
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'format' && typeof value === 'string' && !Object.hasOwn(ajv().formats, value)) {
        ajv().addFormat(value, true)
      } else acceptUnknownFormats(value)
    }
  }
}
