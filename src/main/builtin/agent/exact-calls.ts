import { AGENT_FIELDS, asFields, type Fields } from './agent-fields.ts'

/** Longer texts are not said back: the model has them. */
const LONGEST_TEXT = 400

/**
 * What to send instead of a template: its fields as `create_agent` takes them and its tools as `configure_tools` does,
 * word for word.
 */
export function exactCalls(payload: Fields): string {
  const inner = asFields(payload.agent) ?? {}
  const fields = { ...inner, ...payload }
  const flat = Object.fromEntries(
    AGENT_FIELDS.filter(field => fields[field] !== undefined).map(field => [field, shown(field, fields[field])]),
  )
  const create = { action: 'create_agent', payload: { name: 'Name of the agent', ...flat } }
  const first = `Send ${JSON.stringify(create)} instead.`
  const entries = Array.isArray(payload.tools) ? payload.tools.flatMap(toolEntry) : []
  if (entries.length === 0) return first
  const then = JSON.stringify({ action: 'configure_tools', agent_id: 0, tools: entries })
  return `${first} Then, with the agent_id it answers: ${then.replace('"agent_id":0', '"agent_id":<agent_id>')}.`
}

function toolEntry(entry: unknown): object[] {
  const { tool_class: toolClass, enabled, operations } = asFields(entry) ?? {}
  if (typeof toolClass !== 'string') return []
  const list = Array.isArray(operations) ? operations.flatMap(each => asFields(each) ?? []) : []
  return [{ tool_class: toolClass, enabled: enabled !== false, ...(list.length > 0 ? { operations: list } : {}) }]
}

function shown(field: string, value: unknown): unknown {
  return typeof value === 'string' && value.length > LONGEST_TEXT ? `<the same ${field}>` : value
}
