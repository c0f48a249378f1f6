import { isObject } from './argument-changes.ts'

/** The chats a handover or a sub-agent call began: `handover.target_task_id`, `spawned_sub_task_ids`. */
export function spawnedTasks(data: unknown): number[] {
  if (!isObject(data)) return []
  const { handover, spawned_sub_task_ids: spawned } = data
  const ids = [...(isObject(handover) ? [handover.target_task_id] : []), ...(Array.isArray(spawned) ? spawned : [])]
  return [...new Set(ids.filter(id => typeof id === 'number'))]
}
