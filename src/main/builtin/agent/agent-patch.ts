import { shortened } from '../shortened.ts'
import { AGENT_FIELDS, asFields, limitsProblem, nameProblem, textProblem, trimmedName } from './agent-fields.ts'
import type { AgentPatch } from './agent-services.ts'
import { MODEL_FIELDS } from './new-agent.ts'

export type AgentPatchRead =
  | { readonly ok: true; readonly value: AgentPatch }
  | { readonly ok: false; readonly problem: string }

/** The `agent` of `update_agent`: the fields to change. Everything is checked, nothing is dropped in silence. */
export function readAgentPatch(value: unknown): AgentPatchRead {
  const fields = asFields(value)
  if (!fields || Object.keys(fields).length === 0)
    return refused('agent must hold the fields to change, such as {"description":"Looks things up."}.')
  if (Object.hasOwn(fields, 'notes')) return refused('notes are written with write_notes. Nothing was changed.')
  const known: readonly string[] = AGENT_FIELDS
  for (const key of Object.keys(fields)) {
    if (MODEL_FIELDS.has(key)) return refused(`${key}: only the operator chooses the model of an agent.`)
    if (!known.includes(key))
      return refused(`there is no field "${shortened(key)}". Known fields: ${AGENT_FIELDS.join(', ')}.`)
  }
  const problem =
    limitsProblem(fields) ??
    (Object.hasOwn(fields, 'name') ? nameProblem(fields.name) : null) ??
    textProblem('description', fields.description) ??
    textProblem('system_prompt', fields.system_prompt)
  if (problem !== null) return refused(problem)
  // An empty text stands for none, as null does.
  const texts = Object.fromEntries(
    (['description', 'system_prompt'] as const)
      .filter(key => Object.hasOwn(fields, key))
      .map(key => [key, fields[key] ?? '']),
  )
  const name = typeof fields.name === 'string' ? { name: trimmedName(fields.name) } : {}
  return { ok: true, value: { ...fields, ...texts, ...name } as AgentPatch }
}

function refused(problem: string): AgentPatchRead {
  return { ok: false, problem: `update_agent: ${problem}` }
}
