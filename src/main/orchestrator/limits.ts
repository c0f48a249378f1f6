/** Numbers of the runtime, in one place, so that a test can make a hang cost a moment. */
export interface RuntimeLimits {
  /** Tasks that ask a model or run calls at the same time. */
  readonly runningTasks: number
  /** Sets of tools kept as they were offered last, each for one agent and whom it works for. */
  readonly keptOffers: number
  readonly callsPerAgent: number
  readonly callsPerPlugin: number
  /** Calls of one turn that are looked at; the rest are answered TOO_MANY_CALLS. */
  readonly callsPerTurn: number
  /** Chats below a person's, one begun by another (H4). */
  readonly delegationDepth: number
  /** Sub-agents of one chat at work at the same time (H4). */
  readonly subAgentsAtOnce: number
  /** How long a tool may take to describe a call before the fallback is used (D8). */
  readonly describeMs: number
  /** How long an operation may run when it does not say. */
  readonly callTimeoutMs: number
  /** How often one model request is repeated after an error that may pass (T7). */
  readonly modelRetries: number
  readonly firstRetryMs: number
  readonly longestRetryMs: number
  /** The minute of an agent's `retry_after_minutes`. */
  readonly minuteMs: number
  /** Turns in a row with nothing but unreadable calls that the model may correct. */
  readonly corrections: number
  /** Time between two pieces of streamed text (T2: at most 30 a second). */
  readonly deltaMs: number
  /** Time between two reports of progress of one call. */
  readonly progressMs: number
  /** How long running calls may finish when the app quits. */
  readonly stopGraceMs: number
  /** Time between two tries to store a result that could not be stored. */
  readonly storageRetryMs: number
}

export const LIMITS: RuntimeLimits = {
  runningTasks: 128,
  keptOffers: 256,
  callsPerAgent: 8,
  callsPerPlugin: 8,
  callsPerTurn: 32,
  delegationDepth: 5,
  subAgentsAtOnce: 10,
  describeMs: 1_000,
  callTimeoutMs: 60_000,
  modelRetries: 4,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  minuteMs: 60_000,
  corrections: 2,
  deltaMs: 34,
  progressMs: 100,
  stopGraceMs: 2_000,
  storageRetryMs: 1_000,
}
