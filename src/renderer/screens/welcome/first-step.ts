export const STEPS = ['kept', 'model', 'agent', 'try'] as const
export type Step = (typeof STEPS)[number]

/** Where to begin: what exists already is not asked for again. */
export function firstStep(have: {
  readonly models: number
  readonly agents: number
  readonly welcomed: boolean
}): Step {
  if (have.welcomed || have.models === 0) return 'kept'
  return have.agents === 0 ? 'agent' : 'try'
}
