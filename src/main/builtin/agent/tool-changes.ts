import { shortened } from '../shortened.ts'
import { asFields, type Fields } from './agent-fields.ts'
import type { OperationChange, ToolChange } from './agent-services.ts'

export type ToolChangesRead =
  | { readonly ok: true; readonly value: readonly ToolChange[] }
  | { readonly ok: false; readonly problem: string }

const EXAMPLE = '[{"tool_class":"core/CalculatorTool","enabled":true,"operations":[{"name":"calculate"}]}]'

/** The `tools` of `configure_tools`: every entry looked at before anything is done, each problem with its place. */
export function readToolChanges(value: unknown): ToolChangesRead {
  const tools = unwrapSingleItem(value)
  if (!Array.isArray(tools)) return { ok: false, problem: `configure_tools: tools must be a list, such as ${EXAMPLE}.` }
  const problems: string[] = []
  const changes = tools.map((entry, index) => toolChange(entry, `tools[${index}]`, problems))
  return problems.length === 0
    ? { ok: true, value: changes }
    : { ok: false, problem: `configure_tools: nothing was changed. ${told(problems)}` }
}

/** Models that were taught XML write a list as `{"item": [...]}`. */
export function unwrapSingleItem(value: unknown): unknown {
  const fields = asFields(value)
  if (!fields || Object.keys(fields).length !== 1) return value
  const { item } = fields
  return typeof item === 'object' && item !== null ? item : value
}

function toolChange(entry: unknown, place: string, problems: string[]): ToolChange {
  const fields = asFields(entry)
  if (!fields) {
    problems.push(`${place} must be an object, such as ${EXAMPLE.slice(1, -1)}.`)
    return { tool_class: '' }
  }
  const { tool_class: toolClass, operations } = fields
  if (typeof toolClass !== 'string' || toolClass === '')
    problems.push(`${place}.tool_class must be a tool_class of get_available_tools.`)
  const enabled = flag(fields, 'enabled', place, problems)
  unknownKeys(fields, ['tool_class', 'enabled', 'operations'], place, problems)
  const list = operations === undefined || operations === null ? [] : unwrapSingleItem(operations)
  if (!Array.isArray(list)) problems.push(`${place}.operations must be a list of {"name": …}.`)
  return {
    tool_class: String(toolClass),
    ...enabled,
    operations: (Array.isArray(list) ? list : []).map((each, index) =>
      operationChange(each, `${place}.operations[${index}]`, problems),
    ),
  }
}

function operationChange(entry: unknown, place: string, problems: string[]): OperationChange {
  const fields = asFields(entry)
  if (!fields) {
    problems.push(`${place} must be an object, such as {"name":"calculate","auto_approve":false}.`)
    return { name: '' }
  }
  if (typeof fields.name !== 'string' || fields.name === '') problems.push(`${place}.name must name an operation.`)
  unknownKeys(fields, ['name', 'enabled', 'auto_approve'], place, problems)
  return {
    name: String(fields.name),
    ...flag(fields, 'enabled', place, problems),
    ...flag(fields, 'auto_approve', place, problems),
  }
}

/** Left out or null: stays as it is. */
function flag<K extends string>(
  fields: Fields,
  key: K,
  place: string,
  problems: string[],
): { readonly [key in K]?: boolean } {
  const value = fields[key]
  if (value === undefined || value === null) return {}
  if (typeof value === 'boolean') return { [key]: value } as { readonly [key in K]?: boolean }
  problems.push(`${place}.${key} must be true or false; leave it out to keep it as it is.`)
  return {}
}

function unknownKeys(fields: Fields, known: readonly string[], place: string, problems: string[]): void {
  for (const key of Object.keys(fields))
    if (!known.includes(key)) problems.push(`${place} has no field "${shortened(key)}"; it has ${known.join(', ')}.`)
}

/** As many as can be mended at once. */
const TOLD = 3

function told(problems: readonly string[]): string {
  const more = problems.length > TOLD ? [`And ${problems.length - TOLD} more problems of this kind.`] : []
  return [...problems.slice(0, TOLD), ...more].join(' ')
}
