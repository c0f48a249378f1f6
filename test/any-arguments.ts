import type { JsonValue, ParameterInfo, ToolMetadata } from '@spora/sdk'
import fc from 'fast-check'
import { discriminatorKey, operationsOf } from '../src/main/tools/operations.ts'
import { isRequiredBy } from '../src/sdk/parameter-schema.ts'
import { anyTool } from './any-tool.ts'

type Arguments = Record<string, JsonValue>

/** Any tool, one of its operations, and arguments that must be accepted. */
export const anyCall = anyTool.chain(metadata =>
  fc.constantFrom(...operationsOf(metadata)).chain(({ name }) =>
    fc.record({
      metadata: fc.constant(metadata),
      operation: fc.constant(name),
      args: validArguments(metadata, name),
    }),
  ),
)

/** Arguments an operation must accept, for the tools of `anyTool`. */
export function validArguments(metadata: ToolMetadata, operation: string): fc.Arbitrary<Arguments> {
  const key = discriminatorKey(metadata)
  const taken = takenBy(metadata, operation)
  const values = taken.map(parameter => {
    const value = goodValue(parameter).map(each => [[parameter.name, each]] as [string, JsonValue][])
    return isRequiredBy(parameter, operation) ? value : fc.option(value, { nil: [] })
  })
  return fc
    .tuple(...values)
    .map(entries => Object.fromEntries([...(key === null ? [] : [[key, operation]]), ...entries.flat()]) as Arguments)
}

/** The same arguments with one thing wrong, each with what it is. */
export function mutations(metadata: ToolMetadata, operation: string, args: Arguments): readonly [string, Arguments][] {
  const changed = (name: string, value: JsonValue): Arguments => ({ ...args, [name]: value })
  const without = (name: string) => Object.fromEntries(Object.entries(args).filter(([key]) => key !== name))
  const key = discriminatorKey(metadata)
  return [
    ['a key nobody declared', changed('never_declared', 1)],
    ...(key === null ? [] : [['another operation', changed(key, 'never declared')] as [string, Arguments]]),
    ...takenBy(metadata, operation).flatMap((parameter): [string, Arguments][] => {
      const { name } = parameter
      const needed = isRequiredBy(parameter, operation)
      return [
        ...(needed ? [[`${name} left out`, without(name)] as [string, Arguments]] : []),
        ...wrongFor(parameter).map((value): [string, Arguments] => [
          `${name}: ${JSON.stringify(value)}`,
          changed(name, value),
        ]),
      ]
    }),
  ]
}

function takenBy({ parameters }: ToolMetadata, operation: string): ParameterInfo[] {
  return parameters.filter(({ operations }) => !operations || operations.includes(operation))
}

function goodValue({
  type,
  enum: choices,
  format,
  minimum,
  maximum,
  items,
  schema,
}: ParameterInfo): fc.Arbitrary<JsonValue> {
  switch (type) {
    case 'string': {
      if (choices && choices.length > 0) return fc.constantFrom(...(choices as readonly JsonValue[]))
      if (format === 'date') return fc.constantFrom('2026-01-31', '2024-02-29')
      if (format === 'email') return fc.constantFrom('ada@example.org')
      return schema?.minLength ? fc.string({ minLength: 1, maxLength: 9 }) : fc.string({ maxLength: 9 })
    }
    case 'integer':
      return fc.integer({ min: minimum ?? -100, max: maximum ?? 100 })
    case 'number':
      return fc.double({ min: minimum ?? -100, max: maximum ?? 100, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(
        items?.type === 'string' ? fc.string({ maxLength: 4 }) : fc.constantFrom<JsonValue>(1, 'a', [true]),
        {
          maxLength: 3,
        },
      )
    case 'object':
      return schema?.additionalProperties === false
        ? fc.constantFrom<JsonValue>({}, { type: 'x' })
        : fc.constantFrom<JsonValue>({}, { any: 1 })
  }
}

/** Of another type, outside the choices, the bounds or the format. */
function wrongFor({ type, enum: choices, format, minimum, maximum, items, schema }: ParameterInfo): JsonValue[] {
  switch (type) {
    case 'string':
      return [
        5,
        true,
        ['x'],
        { x: 1 },
        ...(choices && choices.length > 0 ? ['never a choice'] : []),
        ...(format === 'date' ? ['2026-02-30', 'tomorrow'] : format === 'email' ? ['no address'] : []),
        ...(schema?.minLength ? [''] : []),
      ]
    case 'integer':
    case 'number':
      return [
        'three',
        '5 apples',
        true,
        [1],
        ...(type === 'integer' ? [1.5] : []),
        ...(typeof minimum === 'number' ? [minimum - 1] : []),
        ...(typeof maximum === 'number' ? [maximum + 1] : []),
      ]
    case 'boolean':
      return ['yes', 1, 0, 'True', [true]]
    case 'array':
      return ['x', 5, { 0: 'x' }, '[1', ...(items?.type === 'string' ? [[5], ['a', null]] : [])]
    case 'object':
      return ['x', 5, [1], '{"a":', ...(schema?.additionalProperties === false ? [{ never: 1 }, { type: 5 }] : [])]
  }
}
