import { employer } from './lineage.ts'
import type { Runtime } from './runtime.ts'
import { hush, stopChat } from './stop-chat.ts'
import { collectSubAgents } from './sub-agents.ts'
import { isFinal } from './task-states.ts'
import type { TaskRow } from './task-store.ts'

/**
 * Removes a chat with all that was said in it and with its sub-agents' chats. Whatever still happens there is stopped
 * first, and a chat that waits for it hears so. A chat it was handed over to goes on by itself.
 */
export function removeChat(runtime: Runtime, task: TaskRow): void {
  const { journal } = runtime
  const waiting = employer(journal.tasks, task)
  const stopped = journal.transaction(() => {
    const doomed = [task, ...beneath(runtime, task)]
    const stopped: number[] = []
    for (const { id } of doomed) {
      const { status, retryAt } = journal.tasks.get(id)
      if (!isFinal(status)) stopped.push(...stopChat(runtime, id))
      else if (retryAt !== null) journal.tasks.update(id, { retryAt: null })
    }
    if (waiting) collectSubAgents(journal, journal.calls.openStates(waiting.id), () => false)
    for (const heir of journal.tasks.begunIn(task.id))
      if (!doomed.some(({ id }) => id === heir.id)) journal.tasks.update(heir.id, { parentTaskId: null, origin: null })
    journal.tasks.remove(task.id)
    for (const { id } of doomed) journal.forget(id)
    return stopped
  })
  hush(runtime, [task.id, ...stopped])
  if (waiting) runtime.kick(waiting.id)
}

/** The chats that exist only for this one. */
function beneath(runtime: Runtime, task: TaskRow): TaskRow[] {
  const { tasks } = runtime.journal
  const own = tasks.begunIn(task.id).filter(({ origin }) => origin === 'sub_agent' || employer(tasks, task) !== null)
  return own.flatMap(child => [child, ...beneath(runtime, child)])
}
