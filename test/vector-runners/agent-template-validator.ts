import type { TemplateProblem } from '../../src/main/templates/template-problem.ts'
import { validateTemplate } from '../../src/main/templates/validate-template.ts'
import { registerAll } from './registered-tools.ts'
import { deviates, matched, skipped, unexplained, type VectorRunner } from './runner.ts'
import type { ToolDescription } from './tool-description.ts'

interface Input {
  readonly payload: unknown
  readonly tools: readonly ToolDescription[]
}

interface Said {
  readonly code: string
  readonly path?: string | number
}

interface Output {
  readonly valid: boolean
  readonly errors: readonly Said[]
  readonly warnings: readonly Said[]
}

export const run: VectorRunner = vector => {
  const { payload, tools } = vector.input as Input
  const theirs = vector.output as Output
  const { byClass } = registerAll({ tools })
  const validate = (value: unknown) => validateTemplate(value, toolClass => byClass.get(toolClass))
  const ours = validate(payload)
  const differing = difference(ours, theirs)
  if (differing === null) return matched
  if (namesAClassThatIsNoTool(payload, tools)) return skipped('php-only: a class that exists without being a tool')
  const emptied = validate(emptyObjectsAsLists(payload))
  if (String(vector.hazard).startsWith('empty-object') && difference(emptied, theirs) === null)
    return skipped('empty-object: PHP reads {} as an empty list')
  // What ours says beyond theirs, each thing by the rule that says so; whatever is left must be the same.
  const added = [...ours.errors, ...ours.warnings].filter(problem => !says(theirs, problem))
  const missing = [...theirs.errors, ...theirs.warnings].filter(problem => !says(ours, problem))
  const rules = new Set([...added, ...missing].map(problem => ruleOf(problem, payload)))
  // Only A2 contradicts an answer that nobody doubts.
  if (rules.has(null) || (!vector.suspect && [...rules].some(rule => rule !== 'A2'))) return unexplained(differing)
  if (missing.some(problem => !replaced(problem, ours.errors))) return unexplained(differing)
  return deviates([...rules].sort().join(' and '))
}

/** Path and code in order: warnings and errors each for themselves. */
function difference(ours: Output | ReturnType<typeof validateTemplate>, theirs: Output): string | null {
  const list = (problems: readonly Said[]) => problems.map(({ code, path = '' }) => `${code}@${path}`).join(' ')
  const shown = ({ valid, errors, warnings }: Output | ReturnType<typeof validateTemplate>) =>
    `${valid} ${list(errors as readonly Said[])} | ${list(warnings as readonly Said[])}`
  return shown(ours) === shown(theirs) ? null : `ours ${shown(ours)}, theirs ${shown(theirs)}`
}

function says(side: { errors: readonly Said[]; warnings: readonly Said[] }, problem: Said): boolean {
  return [...side.errors, ...side.warnings].some(
    ({ code, path = '' }) => code === problem.code && path === (problem.path ?? ''),
  )
}

/**
 * The rule by which the two must differ here. `12.1`: the documented schema, which the reference does not enforce
 * (types, lengths, whole patterns, unknown and repeated keys).
 */
function ruleOf({ code, path = '' }: Said, payload: unknown): string | null {
  const value = at(payload, String(path))
  switch (code) {
    case 'REQUIRED_PLUGINS_INVALID':
      // A2: a plugin's slug will do. And the pattern is over the whole text.
      return typeof value === 'string' && /^[a-z0-9][a-z0-9_-]*$/.test(value)
        ? 'A2'
        : typeof value === 'string' && /\n/.test(value)
          ? '12.1'
          : null
    case 'ID_PATTERN':
    case 'VERSION_PATTERN':
      return typeof value === 'string' && /[\s]/.test(value) ? '12.1' : null
    case 'NAME_INVALID':
      return typeof value === 'string' && value.trim() === '' ? '12.1' : null
    case 'MAX_STEPS_RANGE':
      return value === null || value === undefined ? null : '12.1'
    case 'AGENT_FIELD_TYPE':
    case 'DESCRIPTION_INVALID':
    case 'UNKNOWN_OPERATION_KEY':
    case 'UNKNOWN_TOOL_KEY':
    case 'OPERATION_DUPLICATE':
    case 'METADATA_CATEGORY_TYPE':
      return '12.1'
    case 'SYSTEM_PROMPT_MISSING':
      return value === undefined && Array.isArray(at(payload, 'agent'))
        ? '12.1'
        : typeof value === 'boolean'
          ? '12.1'
          : null
    case 'METADATA_CATEGORY_UNKNOWN':
      return typeof value === 'string' ? null : '12.1'
    // An empty object is no list, a list is no object.
    case 'TEMPLATE_SCHEMA':
      return Array.isArray(payload) ? '12.1' : null
    case 'TOOLS_NOT_LIST':
    case 'OPERATIONS_NOT_LIST':
    case 'REQUIRED_PLUGINS_NOT_LIST':
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? '12.1' : null
    case 'AGENT_REQUIRED':
    case 'METADATA_NOT_OBJECT':
      return Array.isArray(value) || Array.isArray(payload) ? '12.1' : null
    case 'UNKNOWN_AGENT_KEY':
    case 'UNKNOWN_METADATA_KEY':
    case 'UNKNOWN_TOP_LEVEL_KEY':
      return /(^|\.)\d+$/.test(String(path)) ? '12.1' : null
    case 'ID_REQUIRED':
    case 'NAME_REQUIRED':
    case 'VERSION_REQUIRED':
      return Array.isArray(payload) ? '12.1' : null
    case 'SETTINGS_INVALID_VALUE_TYPE':
    case 'SETTINGS_UNKNOWN_KEY':
      return '12.1'
    // D7: a tool that declares no operation has the one that bears its name.
    case 'OPERATION_UNKNOWN':
      return 'D7'
    default:
      return null
  }
}

/** What theirs says and ours does not, must be about something that ours refuses as a whole, or allows by A2. */
function replaced({ code, path = '' }: Said, errors: readonly TemplateProblem[]): boolean {
  if (code === 'REQUIRED_PLUGINS_INVALID') return true
  return errors.some(
    error => error.path === undefined || String(path).startsWith(error.path) || error.path.startsWith(String(path)),
  )
}

function namesAClassThatIsNoTool(payload: unknown, tools: readonly ToolDescription[]): boolean {
  const plain = new Set(tools.filter(({ base }) => base === 'plain').map(({ className }) => className))
  const entries = (payload as { tools?: unknown }).tools
  return (
    Array.isArray(entries) && entries.some(entry => plain.has((entry as { tool_class?: string })?.tool_class ?? ''))
  )
}

function emptyObjectsAsLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(emptyObjectsAsLists)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, emptyObjectsAsLists(item)] as const)
  return entries.length === 0 ? [] : Object.fromEntries(entries)
}

/** The value at `tools[0].operations[1].name`. */
function at(payload: unknown, path: string): unknown {
  const keys = path
    .replaceAll(/\[(\d+)\]/g, '.$1')
    .split('.')
    .filter(key => key !== '')
  return keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
    payload,
  )
}
