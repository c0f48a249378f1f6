import type { z } from 'zod'
import type { taskError } from '../../shared/contract/tasks.ts'

type TaskError = z.infer<typeof taskError>

/** Why a task failed. `message` is for the person; `raw` is what the endpoint said. */
export interface TaskFailure {
  readonly code: string
  readonly message: string
  readonly raw: string | null
}

const ACTIONS: ReadonlyMap<string, TaskError['action']> = new Map([
  ['NO_LLM_CONFIGURATION', 'choose_model'],
  ['MAX_STEPS', 'continue'],
  ['LLM_LENGTH', 'continue'],
  ['LLM_UNREACHABLE', 'fix_model'],
  ['LLM_AUTH', 'fix_model'],
  ['LLM_BAD_REQUEST', 'fix_model'],
  ['LLM_NO_TOOLS', 'without_tools'],
  ['LLM_MODEL_NOT_FOUND', 'fix_model'],
  ['LLM_TLS', 'fix_model'],
  ['LLM_REDIRECT', 'fix_model'],
  ['LLM_NOT_JSON', 'fix_model'],
  ['SECRET_NEEDS_REENTRY', 'fix_model'],
  ['SETTINGS_MISSING', 'fix_model'],
])

/** The one thing to do about it. */
export function failureAction(code: string): TaskError['action'] {
  return ACTIONS.get(code) ?? 'retry'
}

export const MAX_STEPS = (steps: number): TaskFailure => ({
  code: 'MAX_STEPS',
  message: `Stopped after ${steps} steps, the limit of this chat. Continue to give it more.`,
  raw: null,
})

/** T4: answers that ended, but not because the model was done. */
export const UNFINISHED: Readonly<Record<'length' | 'filter' | 'refusal', TaskFailure>> = {
  length: {
    code: 'LLM_LENGTH',
    message: 'The model reached its output limit and its answer is cut off. Continue to let it write on.',
    raw: null,
  },
  filter: {
    code: 'LLM_FILTER',
    message: "The model provider's content filter stopped the answer. Rephrase the message or use another model.",
    raw: null,
  },
  refusal: {
    code: 'LLM_REFUSAL',
    message: 'The model refused to answer. Rephrase the message or use another model.',
    raw: null,
  },
}

export const EMPTY_ANSWER: TaskFailure = {
  code: 'LLM_EMPTY',
  message: 'The model answered with nothing, also when asked again. Try again or use another model.',
  raw: null,
}

export const UNREADABLE_CALLS = (turns: number): TaskFailure => ({
  code: 'LLM_BAD_CALLS',
  message: `The model wrote tool calls that cannot be read, ${turns} times in a row. Try again or use a model that is better with tools.`,
  raw: null,
})
