import { shortened } from '../shortened.ts'
import {
  AGENT_FIELDS,
  asFields,
  type Fields,
  limitsProblem,
  nameProblem,
  textProblem,
  trimmedName,
} from './agent-fields.ts'
import type { NewSubAgent } from './agent-services.ts'
import { exactCalls } from './exact-calls.ts'

export type NewAgentRead =
  | { readonly ok: true; readonly value: NewSubAgent }
  | { readonly ok: false; readonly problem: string }

const EXAMPLE = '{"action":"create_agent","payload":{"name":"Researcher","system_prompt":"You look things up."}}'

/**
 * The arguments of `create_agent` (phase one): the fields of one agent, flat. The shape of a template is refused with
 * the very calls to send instead.
 */
export function readNewAgent(args: Fields): NewAgentRead {
  const payload = asFields(args.payload)
  if (!payload || Object.keys(payload).length === 0)
    return refused(`payload must hold the fields of the agent. Send ${EXAMPLE}.`)
  const { agent, tools } = payload
  if (typeof agent === 'object' && agent !== null)
    return refused(`the fields of the agent stand in payload itself, not in payload.agent. ${exactCalls(payload)}`)
  if (agent !== undefined && agent !== null) return refused('there is no field agent. Leave it out.')
  if (tools !== undefined && tools !== null && !isEmpty(tools))
    return refused(`tools are set afterwards, by configure_tools. ${exactCalls(payload)}`)
  const problem =
    payloadProblem(payload) ??
    nameProblem(payload.name) ??
    textProblem('description', payload.description) ??
    textProblem('system_prompt', payload.system_prompt)
  return problem === null ? { ok: true, value: complete(payload) } : refused(problem)
}

/** Everything but the texts. */
export function payloadProblem(payload: Fields): string | null {
  const problem = limitsProblem(payload)
  if (problem !== null) return problem
  if (Object.hasOwn(payload, 'required_plugins'))
    return 'required_plugins belongs into a template, which the operator imports. Leave it out.'
  const known: readonly string[] = [...AGENT_FIELDS, 'agent', 'tools']
  const unknown = Object.keys(payload).find(key => !known.includes(key))
  if (unknown === undefined) return null
  const why = MODEL_FIELDS.has(unknown) ? 'Only the operator chooses the model of an agent.' : 'There is no such field.'
  return `"${shortened(unknown)}": ${why} Known fields: ${AGENT_FIELDS.join(', ')}.`
}

export const MODEL_FIELDS: ReadonlySet<string> = new Set(['llm_driver_config_id', 'llm_config_id', 'model'])

function complete(payload: Fields): NewSubAgent {
  const given = payload as Partial<NewSubAgent>
  return {
    name: trimmedName(given.name ?? ''),
    description: given.description ?? null,
    system_prompt: given.system_prompt ?? null,
    max_steps: given.max_steps ?? 10,
    allow_followup: given.allow_followup ?? true,
    retry_after_minutes: given.retry_after_minutes ?? 0,
    max_retries: given.max_retries ?? 0,
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

function refused(problem: string): NewAgentRead {
  return { ok: false, problem: `create_agent: ${problem}` }
}
