import { replaceEqualDeep } from '@tanstack/react-query'
import type { TaskView } from '../../shared/contract/tasks.ts'
import { keepLonger } from './apply-delta.ts'
import { api } from './client.ts'

/** One chat, kept live by the event stream. */
export function taskQuery(id: number) {
  return api.tasks.get.queryOptions({
    input: { id },
    structuralSharing: (old: unknown, fetched: unknown) =>
      replaceEqualDeep(old, keepLonger(old as TaskView | undefined, fetched as TaskView)),
  })
}
