import { expect, test } from 'vitest'
import type { TaskStatus, TaskSummary } from '../../../shared/contract/tasks.ts'
import { groupChats } from './group-chats.ts'

const now = new Date(2026, 10, 30, 12, 0)
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()

const chat = (id: number, status: TaskStatus, hours: number, waiting_calls = 0): TaskSummary => ({
  id,
  title: `Chat ${id}`,
  agent: { id: 1, name: 'Planner' },
  status,
  waiting_calls,
  last_line: '',
  step_count: 1,
  max_steps: 20,
  created_at: hoursAgo(hours),
  updated_at: hoursAgo(hours),
})

test('the list begins with what needs the person, then what runs, then goes back by day', () => {
  const groups = groupChats(
    [
      chat(1, 'COMPLETED', 20),
      chat(2, 'COMPLETED', 1),
      chat(3, 'RUNNING', 2),
      chat(4, 'PENDING_APPROVAL', 50, 2),
      chat(5, 'FAILED', 70),
      chat(6, 'COMPLETED', 24 * 20),
    ],
    now,
  )
  expect(groups.map(({ group, tasks }) => [group, tasks.map(task => task.id)])).toEqual([
    ['needs_you', [4]],
    ['running', [3]],
    ['today', [2]],
    ['yesterday', [1]],
    ['week', [5]],
    ['earlier', [6]],
  ])
})

test('in a group the newest chat is first', () => {
  const [group] = groupChats([chat(1, 'COMPLETED', 3), chat(2, 'COMPLETED', 1), chat(3, 'ABORTED', 2)], now)
  expect(group?.tasks.map(task => task.id)).toEqual([2, 3, 1])
})
