/** `approve`: everything. `run`: start work and follow it, for scripts. */
export type Rights = 'approve' | 'run'

/** What the run token may do besides reading. A new procedure is refused until it is put here. */
const RUN: ReadonlySet<string> = new Set([
  'tasks.create',
  'tasks.continue',
  'tasks.retry',
  'tasks.abort',
  'tasks.rename',
  'settings.get',
  'calls.check',
])

/** Deciding on calls, and whatever decides what an agent may do without asking, is a person's. */
export function mayCall(rights: Rights, procedure: string, method: string | undefined): boolean {
  return rights === 'approve' || method === 'GET' || RUN.has(procedure)
}
