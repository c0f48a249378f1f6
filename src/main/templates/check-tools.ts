import type { SettingInfo } from '@spora/sdk'
import { MOST_SETTINGS, tooManySettings } from '../settings/most-settings.ts'
import { operationsOf } from '../tools/operations.ts'
import { quote } from '../tools/quote.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import { isListOfStrings } from './list-of-strings.ts'
import { type Fields, failure, isFields, strangers, type TemplateProblem, warning } from './template-problem.ts'

/** The tools there are: a template may name others, of which nothing more is known then. */
export type KnownTools = (toolClass: string) => RegisteredTool | undefined

const TOOL_KEYS = ['tool_class', 'enabled', 'operations', 'settings']
const OPERATION_KEYS = ['name', 'enabled', 'auto_approve']

export function checkTools({ tools }: Fields, known: KnownTools): TemplateProblem[] {
  if (tools === undefined) return []
  if (!Array.isArray(tools)) return [failure('TOOLS_NOT_LIST', 'tools', '"tools" must be a list.')]
  const seen = new Set<string>()
  return tools.flatMap((entry, index) => checkTool(entry, `tools[${index}]`, seen, known))
}

function checkTool(entry: unknown, place: string, seen: Set<string>, known: KnownTools): TemplateProblem[] {
  if (typeof entry !== 'object' || entry === null)
    return [failure('TOOL_NOT_OBJECT', place, `${place} must be an object with tool_class, enabled and operations.`)]
  const fields = isFields(entry) ? entry : {} // of a list no key can be taken
  const { tool_class: toolClass, enabled, operations } = fields
  const named = typeof toolClass === 'string' && toolClass !== ''
  const tool = named ? known(toolClass) : undefined
  const problems: TemplateProblem[] = []
  if (!named)
    problems.push(
      failure(
        'TOOL_CLASS_REQUIRED',
        `${place}.tool_class`,
        `${place} needs "tool_class", such as "core/CalculatorTool".`,
      ),
    )
  else if (seen.has(toolClass))
    problems.push(
      failure('TOOL_CLASS_DUPLICATE', `${place}.tool_class`, `${quote(toolClass)} stands twice. Put both into one.`),
    )
  else seen.add(toolClass)
  if (typeof enabled !== 'boolean')
    problems.push(
      failure('TOOL_ENABLED_REQUIRED', `${place}.enabled`, `${place} needs "enabled": true or "enabled": false.`),
    )
  if (Array.isArray(operations))
    problems.push(...checkOperations(operations, `${place}.operations`, named ? tool : undefined))
  else
    problems.push(
      failure(
        'OPERATIONS_NOT_LIST',
        `${place}.operations`,
        `${place} needs "operations", a list; an empty one leaves everything as the tool declares it.`,
      ),
    )
  if (named && Object.hasOwn(fields, 'settings')) problems.push(...checkSettings(fields.settings, place, tool))
  for (const key of strangers(fields, TOOL_KEYS))
    problems.push(
      failure(
        'UNKNOWN_TOOL_KEY',
        `${place}.${key}`,
        `${place} has no field ${quote(key)}. It has ${TOOL_KEYS.join(', ')}.`,
      ),
    )
  return problems
}

function checkOperations(
  operations: readonly unknown[],
  place: string,
  tool: RegisteredTool | undefined,
): TemplateProblem[] {
  const seen = new Set<string>()
  const names = tool ? operationsOf(tool.metadata).map(({ name }) => name) : null
  return operations.flatMap((entry, index) => checkOperation(entry, `${place}[${index}]`, seen, names))
}

function checkOperation(
  entry: unknown,
  place: string,
  seen: Set<string>,
  names: readonly string[] | null,
): TemplateProblem[] {
  if (typeof entry !== 'object' || entry === null)
    return [failure('OPERATION_NOT_OBJECT', place, `${place} must be an object, such as { "name": "send" }.`)]
  const { name, ...flags } = isFields(entry) ? entry : ({} as Fields)
  if (typeof name !== 'string' || name === '')
    return [failure('OPERATION_NAME_REQUIRED', `${place}.name`, `${place} needs "name", the name of the operation.`)]
  const problems: TemplateProblem[] = []
  const wrong = (key: string) => Object.hasOwn(flags, key) && typeof flags[key] !== 'boolean'
  const flagMessage = 'must be true or false; leave it out to keep what the tool declares.'
  if (wrong('auto_approve'))
    problems.push(failure('AUTO_APPROVE_TYPE', `${place}.auto_approve`, `${place}.auto_approve ${flagMessage}`))
  if (wrong('enabled')) problems.push(failure('ENABLED_TYPE', `${place}.enabled`, `${place}.enabled ${flagMessage}`))
  if (names && !names.includes(name))
    problems.push(
      warning(
        'OPERATION_UNKNOWN',
        `${place}.name`,
        `The tool has no operation ${quote(name)}, so the entry is left out. It has: ${names.join(', ')}.`,
      ),
    )
  if (seen.has(name))
    problems.push(failure('OPERATION_DUPLICATE', `${place}.name`, `${quote(name)} stands twice. Put both into one.`))
  seen.add(name)
  for (const key of strangers(flags, OPERATION_KEYS))
    problems.push(
      failure(
        'UNKNOWN_OPERATION_KEY',
        `${place}.${key}`,
        `${place} has no field ${quote(key)}. It has ${OPERATION_KEYS.join(', ')}.`,
      ),
    )
  return problems
}

function checkSettings(settings: unknown, place: string, tool: RegisteredTool | undefined): TemplateProblem[] {
  const path = `${place}.settings`
  if (!isFields(settings))
    return [failure('SETTINGS_INVALID_VALUE_TYPE', path, `${path} must be an object of the tool's settings.`)]
  const count = Object.keys(settings).length
  if (count > MOST_SETTINGS) return [failure('IMPORT_TOO_LARGE', path, tooManySettings(count))]
  if (!tool) return []
  const declared = new Map(tool.metadata.settings.map(setting => [setting.key, setting]))
  return Object.entries(settings).flatMap(([key, value]) => {
    const setting = declared.get(key)
    if (!setting)
      return [
        failure(
          'SETTINGS_UNKNOWN_KEY',
          `${path}.${key}`,
          `The tool has no setting ${quote(key)}. It has: ${[...declared.keys()].join(', ') || 'none'}.`,
        ),
      ]
    if (setting.type === 'password')
      return [
        failure(
          'SETTINGS_PASSWORD_KEY_FORBIDDEN',
          `${path}.${key}`,
          `A template never holds secrets. Remove ${quote(key)}; each person enters their own.`,
        ),
      ]
    const form = FORMS[formOf(setting)]
    return form.fits(value)
      ? []
      : [failure('SETTINGS_INVALID_VALUE_TYPE', `${path}.${key}`, `${path}.${key} must be ${form.words}.`)]
  })
}

function formOf({ type, resolveAs }: SettingInfo): keyof typeof FORMS {
  if (type === 'toggle') return 'switch'
  if (type !== 'multi-select') return 'scalar'
  return resolveAs === 'raw' ? 'scalars' : 'names'
}

const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const FORMS = {
  switch: { fits: (value: unknown) => typeof value === 'boolean', words: 'true or false' },
  scalar: { fits: isScalar, words: 'a text, a number, true or false' },
  names: { fits: isListOfStrings, words: 'a list of names' },
  scalars: { fits: (value: unknown) => Array.isArray(value) && value.every(isScalar), words: 'a list' },
}
