import { isObject } from '../calls/argument-changes.ts'
import type { Parameter } from './read-schema.ts'

type Values = Readonly<Record<string, unknown>>

export interface FormLayout {
  /** Declaration order: everything required, what is set, and what was set and is left out now. */
  readonly shown: readonly Parameter[]
  /** Optional and unset: behind "Add optional field". */
  readonly optional: readonly Parameter[]
  /** Keys the schema does not know, last. */
  readonly extra: readonly string[]
}

/** What a form shows and where. The discriminator is the operation itself and has no field. */
export function formLayout(
  parameters: readonly Parameter[],
  values: Values,
  original: Values,
  discriminator: string | null,
): FormLayout {
  const fields = parameters.filter(({ key }) => key !== discriminator)
  const isShown = ({ key, required }: Parameter) =>
    required || Object.hasOwn(values, key) || Object.hasOwn(original, key)
  const known = new Set(parameters.map(({ key }) => key))
  return {
    shown: fields.filter(isShown),
    optional: fields.filter(parameter => !isShown(parameter) && !parameter.fixed),
    extra: [...new Set([...Object.keys(original), ...Object.keys(values)])].filter(
      key => !known.has(key) && key !== discriminator,
    ),
  }
}

/** Text longer than this is folded; it must be opened before it can be approved. */
export const LONG_TEXT = 280
/** A list longer than this is folded. */
export const LONG_LIST = 12

/** What of a value is not on the screen until it is opened; 0 when all of it is. */
export function hiddenPart(value: unknown): number {
  if (typeof value === 'string') return value.length > LONG_TEXT ? value.length - LONG_TEXT : 0
  if (Array.isArray(value) && !value.some(item => isObject(item) || Array.isArray(item))) {
    return value.length > LONG_LIST ? value.length - LONG_LIST : 0
  }
  const text = JSON.stringify(value) ?? ''
  return (isObject(value) || Array.isArray(value)) && text.length > 4 * LONG_TEXT ? text.length - 4 * LONG_TEXT : 0
}

/** The arguments that are folded in a form and not opened yet. */
export function unseenKeys(values: Values, opened: ReadonlySet<string>): string[] {
  return Object.keys(values).filter(key => hiddenPart(values[key]) > 0 && !opened.has(key))
}
