/** What the fields of an agent may hold: the same in the window, in a template and for the agent tool. */
export const AGENT_LIMITS = {
  name: 200,
  description: 2_000,
  system_prompt: 100_000,
  notes: 200_000,
  max_steps: { minimum: 1, maximum: 100 },
  /** A year. */
  retry_after_minutes: { minimum: 0, maximum: 525_600 },
  max_retries: { minimum: 0, maximum: 100_000 },
} as const
