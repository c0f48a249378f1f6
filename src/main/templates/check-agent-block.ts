import { AGENT_LIMITS } from '../../shared/agent-limits.ts'
import { quote } from '../tools/quote.ts'
import { type Fields, failure, isFields, strangers, type TemplateProblem, warning } from './template-problem.ts'

const TEXTS = ['description', 'system_prompt', 'notes'] as const
const NUMBERS = ['max_steps', 'retry_after_minutes', 'max_retries'] as const
const KEYS: readonly string[] = [...TEXTS, ...NUMBERS, 'allow_followup']

/** The `agent` block: instructions and limits. Null counts as left out. */
export function checkAgentBlock(fields: Fields): TemplateProblem[] {
  const { agent } = fields
  if (!isFields(agent))
    return [
      failure('AGENT_REQUIRED', 'agent', 'Add "agent", an object such as { "system_prompt": "You help with …" }.'),
    ]
  return [
    ...strangers(agent, KEYS).map(key =>
      failure(
        'UNKNOWN_AGENT_KEY',
        `agent.${key}`,
        `agent has no field ${quote(key)}. It has ${KEYS.join(', ')}. The name stands beside agent; the model is chosen on each computer.`,
      ),
    ),
    ...NUMBERS.flatMap(key => checkNumber(agent, key)),
    ...TEXTS.flatMap(key => checkText(agent, key)),
    ...checkFollowup(agent.allow_followup),
    ...checkPrompt(agent.system_prompt),
  ]
}

/** One code for every limit that is out of its range. */
function checkNumber(agent: Fields, key: (typeof NUMBERS)[number]): TemplateProblem[] {
  const value = agent[key]
  const { minimum, maximum } = AGENT_LIMITS[key]
  if (value === undefined || value === null) return []
  if (Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum) return []
  return [
    failure(
      'MAX_STEPS_RANGE',
      `agent.${key}`,
      `agent.${key} is ${quote(value)}; it must be a whole number from ${minimum} to ${maximum}.`,
    ),
  ]
}

function checkText(agent: Fields, key: (typeof TEXTS)[number]): TemplateProblem[] {
  const value = agent[key]
  if (value === undefined || value === null) return []
  if (typeof value === 'string' && [...value].length <= AGENT_LIMITS[key]) return []
  return [
    failure(
      'AGENT_FIELD_TYPE',
      `agent.${key}`,
      `agent.${key} must be a text of at most ${AGENT_LIMITS[key]} characters.`,
    ),
  ]
}

function checkFollowup(value: unknown): TemplateProblem[] {
  if (value === undefined || value === null || typeof value === 'boolean') return []
  return [failure('AGENT_FIELD_TYPE', 'agent.allow_followup', 'agent.allow_followup must be true or false.')]
}

function checkPrompt(prompt: unknown): TemplateProblem[] {
  const missing = prompt === undefined || prompt === null || (typeof prompt === 'string' && prompt.trim() === '')
  if (!missing) return []
  return [
    warning(
      'SYSTEM_PROMPT_MISSING',
      'agent.system_prompt',
      'The agent has no instructions, so it will answer as the model does by itself.',
    ),
  ]
}
