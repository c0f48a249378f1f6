import type { JsonSchema, JsonValue } from '@spora/sdk'
import type { Compiled } from './dialect.ts'
import { described, sayLimits } from './limits.ts'
import { compileShapes } from './restricted.ts'
import type { Fields, Kind, Shape } from './shape.ts'

/** What every service with strict functions takes; some take more. */
const MOST = { levels: 5, properties: 100, choices: 500, longChoices: 250, choiceText: 7_500, names: 15_000 }

/**
 * Functions with `strict: true`: the answer follows the schema to the letter. Every property is required, so an optional
 * one may be null (W6 takes null as left out), and no object has other keys. An object whose keys are not known
 * beforehand travels as text, which W6 reads.
 */
export function compileForOpenAiStrict(schema: JsonSchema): Compiled {
  return compileShapes(schema, fields => {
    const writer = new StrictWriter()
    const compiled = described('', [fields.description])
    const written = writer.object(fields, 1)
    const reason = writer.obstacle()
    if (reason) return { ok: false, reason }
    return { ok: true, schema: compiled === '' ? written : { ...written, description: compiled } }
  })
}

class StrictWriter {
  #properties = 0
  #choices = 0
  #names = 0
  #longest = 0

  obstacle(): string | null {
    const { properties, choices, names, choiceText } = MOST
    const over = (what: string, most: number) =>
      `Strict functions have at most ${most} ${what}, and this tool has more.`
    if (this.#properties > properties) return over('parameters in all', properties)
    if (this.#choices > choices) return over('choices in all', choices)
    if (this.#names > names) return over('characters of names and choices', names)
    return this.#longest > choiceText ? over('characters in the choices of one parameter', choiceText) : null
  }

  object({ properties, required }: Fields, level: number): JsonSchema {
    this.#properties += properties.length
    for (const [name] of properties) this.#names += name.length
    return {
      type: 'object',
      properties: Object.fromEntries(
        properties.map(([name, shape]) => [name, this.#value(shape, level, !required.has(name))]),
      ),
      required: properties.map(([name]) => name),
      additionalProperties: false,
    }
  }

  #value(shape: Shape, level: number, optional = false): JsonSchema {
    const mayBeNull = optional || shape.nullable
    const said: string[] = optional && !shape.nullable ? ['Null: left out.'] : []
    if (shape.kinds.length === 0) {
      if (!shape.nullable) said.unshift('What is not a text, a number or true or false is written as JSON.')
      const types = shape.nullable ? [] : ['string', 'number', 'boolean']
      return withDescription(anyOf([...types, ...(mayBeNull ? ['null'] : [])].map(type => ({ type }))), shape, said)
    }
    const written = shape.kinds.map(kind => this.#kind(kind, level, said))
    const [only] = written
    const schema = written.length === 1 ? (only as JsonSchema) : anyOf(distinct(written))
    return withDescription(mayBeNull ? orNull(schema) : schema, shape, said)
  }

  #kind(kind: Kind, level: number, said: string[]): JsonSchema {
    said.unshift(...sayLimits(kind.limits))
    if (kind.type === 'array') return { type: 'array', items: this.#value(kind.items, level) }
    if (kind.type === 'object') {
      if (kind.properties.length > 0 && level < MOST.levels) return this.object(kind, level + 1)
      said.unshift('An object, written as JSON.')
      return { type: 'string' }
    }
    if (!kind.choices) return { type: kind.type }
    const length = kind.choices.reduce<number>((sum, choice) => sum + String(choice).length, 0)
    this.#choices += kind.choices.length
    this.#names += length
    if (kind.choices.length > MOST.longChoices) this.#longest = Math.max(this.#longest, length)
    return { type: kind.type, enum: [...kind.choices] }
  }
}

function withDescription(schema: JsonSchema, { description }: Shape, said: readonly string[]): JsonSchema {
  const text = described(description, said)
  if (text === '') return schema
  const { type, ...rest } = schema
  return { ...(type === undefined ? {} : { type }), description: text, ...rest }
}

function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  const [only] = schemas
  return schemas.length === 1 && only ? only : { anyOf: [...schemas] }
}

function orNull(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema.anyOf)) {
    const branches = schema.anyOf as JsonSchema[]
    return branches.some(({ type }) => type === 'null') ? schema : { ...schema, anyOf: [...branches, { type: 'null' }] }
  }
  const { type, enum: choices, ...rest } = schema
  if (type === 'null') return schema
  return {
    type: [type as string, 'null'],
    ...rest,
    ...(Array.isArray(choices) ? { enum: [...(choices as JsonValue[]), null] } : {}),
  }
}

function distinct(schemas: readonly JsonSchema[]): JsonSchema[] {
  return [...new Map(schemas.map(schema => [JSON.stringify(schema), schema])).values()]
}
