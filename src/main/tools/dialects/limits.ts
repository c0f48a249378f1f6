import type { JsonSchema, JsonValue } from '@spora/sdk'

/** What a schema says about one value beyond its type. */
export type Limits = Readonly<Record<string, JsonValue>>

type Say = (value: JsonValue, all: Limits) => string | null

const WORDS: ReadonlyMap<string, Say> = new Map<string, Say>([
  ['minimum', (minimum, { maximum }) => between(minimum, maximum, '')],
  ['maximum', (maximum, { minimum }) => (minimum === undefined ? `At most ${shown(maximum)}.` : null)],
  ['exclusiveMinimum', value => (typeof value === 'number' ? `More than ${shown(value)}.` : null)],
  ['exclusiveMaximum', value => (typeof value === 'number' ? `Less than ${shown(value)}.` : null)],
  ['multipleOf', value => `A multiple of ${shown(value)}.`],
  ['minLength', (minimum, { maxLength }) => between(minimum, maxLength, ' characters')],
  ['maxLength', (maximum, { minLength }) => (minLength === undefined ? `At most ${shown(maximum)} characters.` : null)],
  ['pattern', value => `Must match ${String(value)}`],
  ['format', value => `Format: ${String(value)}.`],
  ['minItems', (minimum, { maxItems }) => between(minimum, maxItems, ' items')],
  ['maxItems', (maximum, { minItems }) => (minItems === undefined ? `At most ${shown(maximum)} items.` : null)],
  ['uniqueItems', value => (value === true ? 'No item twice.' : null)],
  ['default', value => `Default: ${shown(value)}.`],
])

export function limitsOf(schema: JsonSchema): Limits {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => WORDS.has(keyword))) as Limits
}

/** In sentences for a description: what the schema that is sent does not say. `kept` are the keywords it does say. */
export function sayLimits(limits: Limits, kept: ReadonlySet<string> = new Set()): string[] {
  const unsaid = Object.fromEntries(Object.entries(limits).filter(([keyword]) => !kept.has(keyword)))
  return [...WORDS].flatMap(([keyword, say]) => {
    const value = unsaid[keyword]
    return value === undefined ? [] : (say(value, unsaid) ?? [])
  })
}

/** The values that may be sent, for a schema that cannot list them. */
export function sayChoices(choices: readonly JsonValue[]): string {
  const [only] = choices
  return choices.length === 1 ? `Always ${shown(only as JsonValue)}.` : `One of: ${choices.map(shown).join(', ')}.`
}

/** A description and what is to be said after it. */
export function described(description: string, sentences: readonly string[]): string {
  const own = description.trim()
  const more = [...new Set(sentences)].filter(sentence => !own.includes(sentence))
  const begun = own === '' || more.length === 0 || /[.!?:;]$/.test(own) ? own : `${own}.`
  return [begun, ...more].filter(text => text !== '').join(' ')
}

function between(minimum: JsonValue, maximum: JsonValue | undefined, what: string): string {
  if (maximum === undefined) return `At least ${shown(minimum)}${what}.`
  return minimum === maximum
    ? `Exactly ${shown(minimum)}${what}.`
    : `From ${shown(minimum)} to ${shown(maximum)}${what}.`
}

function shown(value: JsonValue): string {
  return JSON.stringify(value)
}
