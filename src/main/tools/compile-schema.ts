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
/** Values times words of the schema; up to that, everything wrong is told, each an object. Beyond it, the first thing. */
const MOST_WORK = 700_000

interface Made {
  ajv?: Ajv2020
}
const EVERYTHING: Made = {}
const FIRST: Made = {}

/** Made when the first schema is compiled: the app starts without. */
function ajvFor(made: Made): Ajv2020 {
  if (made.ajv) return made.ajv
  const ajv = new Ajv2020({
    strict: true,
    // `required` may stand in a branch whose properties stand outside it, and unions may be written as lists of types.
    strictRequired: false,
    strictTypes: false,
    strictTuples: false,
    allErrors: made === EVERYTHING,
    verbose: true,
    // A parameter named toString is missing when it was not sent.
    ownProperties: true,
    addUsedSchema: false,
    logger: false,
    // Half the time of compiling goes into making the code shorter, which the engine does anyway.
    code: { optimize: false },
  })
  addFormats.default(ajv)
  made.ajv = ajv
  return ajv
}

const compiled = new WeakMap<JsonSchema, SchemaCheck>()

/** Compiled once per schema object. Throws what ajv says when the schema is not one. */
export function compileSchema(schema: JsonSchema): SchemaCheck {
  const known = compiled.get(schema)
  if (known) return known
  const text = JSON.stringify(schema)
  const isCostly = COSTLY.test(text)
  const mostValues = MOST_WORK / text.split(/[{,]/).length
  const whole = compiledBy(EVERYTHING, schema)
  let first: SchemaCheck | undefined
  const check: SchemaCheck = value => {
    if (hasMore(value, mostValues)) {
      first ??= compiledBy(FIRST, schema)
      const run = first
      return withinDeadline(DEADLINE_MS, () => run(value))
    }
    return isCostly ? withinDeadline(DEADLINE_MS, () => whole(value)) : whole(value)
  }
  compiled.set(schema, check)
  return check
}

/** Without a trace in ajv, which would keep the schema for ever, and a failed one half compiled. */
function compiledBy(made: Made, schema: JsonSchema): SchemaCheck {
  const ajv = ajvFor(made)
  acceptUnknownFormats(ajv, schema)
  try {
    const validate = ajv.compile(schema)
    return value => (validate(value) ? [] : [...(validate.errors ?? [])])
  } finally {
    ajv.removeSchema(schema)
  }
}

/** Whether there are more values in it than that, lists and objects counted as values too. */
function hasMore(value: unknown, most: number): boolean {
  const open: unknown[] = [value]
  for (let seen = 0; open.length > 0; seen++) {
    if (seen + open.length > most) return true
    const next = open.pop()
    if (typeof next === 'object' && next !== null) for (const inner of Object.values(next)) open.push(inner)
  }
  return false
}

/** `format` is a hint: a name nobody knows checks nothing. */
function acceptUnknownFormats(ajv: Ajv2020, schema: unknown): void {
  if (Array.isArray(schema)) {
    for (const item of schema) acceptUnknownFormats(ajv, item)
  } else if (typeof schema === 'object' && schema !== null) {
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === 'format' && typeof value === 'string' && !Object.hasOwn(ajv.formats, value)) {
        ajv.addFormat(value, true)
      } else acceptUnknownFormats(ajv, value)
    }
  }
}
