import type { TaskRow, TaskStore } from './task-store.ts'

/**
 * The chat itself, then the one whose sub-agent it is, and so on up to the person's. A chat that was handed over stands in
 * the place of the one that handed it over.
 */
export function lineage(tasks: TaskStore, task: TaskRow): readonly TaskRow[] {
  const above = employer(tasks, task)
  return above ? [task, ...lineage(tasks, above)] : [task]
}

/** The chat that waits for the end of this one; null when no chat does. */
export function employer(tasks: TaskStore, task: TaskRow): TaskRow | null {
  const parent = task.parentTaskId === null ? undefined : tasks.find(task.parentTaskId)
  if (!parent) return null
  return task.origin === 'handover' ? employer(tasks, parent) : parent
}

/** Every chat on the way here, by handover or as a sub-agent's, itself first. */
export function ancestry(tasks: TaskStore, task: TaskRow): readonly TaskRow[] {
  const parent = task.parentTaskId === null ? undefined : tasks.find(task.parentTaskId)
  return parent ? [task, ...ancestry(tasks, parent)] : [task]
}

/** Where a chat went on after it was handed over, perhaps several times; null when that chat was deleted. */
export function heir(tasks: TaskStore, task: TaskRow): TaskRow | null {
  if (!wasHandedOver(task)) return task
  const next = successor(tasks, task)
  return next ? heir(tasks, next) : null
}

/** The chat this one was handed over to, while it is there: its number alone may by now be another chat's. */
export function successor(tasks: TaskStore, task: TaskRow): TaskRow | null {
  if (!wasHandedOver(task)) return null
  const next = tasks.find(Number((task.data.handover as { target_task_id: number }).target_task_id))
  return next?.parentTaskId === task.id && next.origin === 'handover' ? next : null
}

function wasHandedOver({ status, data }: TaskRow): boolean {
  const { handover } = data
  return status === 'COMPLETED' && typeof handover === 'object' && handover !== null && 'target_task_id' in handover
}
