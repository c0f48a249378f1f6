import type { ComponentType } from 'react'
import type { FieldProps } from './field-props.ts'
import { ChoiceInput } from './fields/choice-input.tsx'
import { DateInput } from './fields/date-input.tsx'
import { DateTimeInput } from './fields/date-time-input.tsx'
import { JsonInput } from './fields/json-input.tsx'
import { ListInput } from './fields/list-input.tsx'
import { NumberInput } from './fields/number-input.tsx'
import { SwitchInput } from './fields/switch-input.tsx'
import { TextInput } from './fields/text-input.tsx'
import type { FieldKind, Parameter } from './read-schema.ts'

/** The control of every kind of parameter. */
export const fieldControls = {
  text: TextInput,
  long_text: TextInput,
  email: TextInput,
  uri: TextInput,
  date: DateInput,
  date_time: DateTimeInput,
  choice: ChoiceInput,
  integer: NumberInput,
  number: NumberInput,
  switch: SwitchInput,
  list: ListInput,
  json: JsonInput,
} satisfies Record<FieldKind, ComponentType<FieldProps>>

const fits: Record<FieldKind, (value: unknown, parameter: Parameter) => boolean> = {
  text: value => typeof value === 'string',
  long_text: value => typeof value === 'string',
  email: value => typeof value === 'string',
  uri: value => typeof value === 'string',
  date: value => typeof value === 'string',
  date_time: value => typeof value === 'string',
  choice: (value, { choices }) => choices.some(choice => choice === value),
  integer: value => typeof value === 'number' || typeof value === 'string',
  number: value => typeof value === 'number' || typeof value === 'string',
  switch: value => typeof value === 'boolean',
  list: value => Array.isArray(value) && value.every(item => typeof item === 'string' || typeof item === 'number'),
  json: () => true,
}

/** A value the control cannot hold (null, an object where text belongs) is edited as JSON rather than hidden. */
export function controlFor(parameter: Parameter, value: unknown): ComponentType<FieldProps> {
  const { kind } = parameter
  return value === undefined || fits[kind](value, parameter) ? fieldControls[kind] : JsonInput
}
