import { isObject } from '../calls/argument-changes.ts'

export type FieldKind =
  | 'text'
  | 'long_text'
  | 'choice'
  | 'integer'
  | 'number'
  | 'switch'
  | 'date'
  | 'date_time'
  | 'email'
  | 'uri'
  | 'list'
  | 'json'

/** One parameter as a form shows it. */
export interface Parameter {
  readonly key: string
  readonly label: string
  readonly description: string
  readonly kind: FieldKind
  readonly required: boolean
  /** The value is fixed by the schema: shown, not changed. */
  readonly fixed: boolean
  readonly choices: readonly (string | number)[]
  readonly minimum: number | null
  readonly maximum: number | null
  /** Of a list: what each item is. */
  readonly item: 'string' | 'number' | 'integer' | null
}

const FORMAT: Readonly<Record<string, FieldKind>> = {
  date: 'date',
  'date-time': 'date_time',
  email: 'email',
  uri: 'uri',
  url: 'uri',
}

/** The one type that counts: `["string", "null"]` is a string that may be left out. */
function typeOf(schema: Readonly<Record<string, unknown>>): unknown {
  if (!Array.isArray(schema.type)) return schema.type
  const types = schema.type.filter(type => type !== 'null')
  return types.length === 1 ? types[0] : undefined
}

const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number'

function kindOf(schema: Readonly<Record<string, unknown>>): FieldKind {
  const type = typeOf(schema)
  if (Array.isArray(schema.enum) && schema.enum.every(isScalar)) return 'choice'
  if (type === 'string') return FORMAT[String(schema.format)] ?? (schema.format === 'textarea' ? 'long_text' : 'text')
  if (type === 'integer' || type === 'number') return type
  if (type === 'boolean') return 'switch'
  return type === 'array' && itemOf(schema) ? 'list' : 'json'
}

function itemOf(schema: Readonly<Record<string, unknown>>): Parameter['item'] {
  if (!isObject(schema.items) || schema.items.enum) return null
  const type = typeOf(schema.items)
  return type === 'string' || type === 'number' || type === 'integer' ? type : null
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

/** The parameters of an operation's schema, in declaration order; null when the text is no such schema. */
export function readSchema(text: string, label: (key: string) => string): Parameter[] | null {
  let schema: unknown
  try {
    schema = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(schema) || !isObject(schema.properties)) return null
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const parameters = Object.entries(schema.properties).map(([key, value]) => {
    const property = isObject(value) ? value : {}
    const fixed = Object.hasOwn(property, 'const') || (Array.isArray(property.enum) && property.enum.length === 1)
    return {
      key,
      label: typeof property.title === 'string' && property.title ? property.title : label(key),
      description: typeof property.description === 'string' ? property.description : '',
      kind: kindOf(property),
      required: required.has(key),
      fixed,
      choices: Array.isArray(property.enum) ? property.enum.filter(isScalar) : [],
      minimum: numberOf(property.minimum),
      maximum: numberOf(property.maximum),
      item: itemOf(property),
    } satisfies Parameter
  })
  // Two that read the same are told apart by their keys.
  const times = Map.groupBy(parameters, parameter => parameter.label)
  return parameters.map(parameter =>
    times.get(parameter.label)?.length === 1
      ? parameter
      : { ...parameter, label: `${parameter.label} (${parameter.key})` },
  )
}
