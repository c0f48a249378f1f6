import { and, count, desc, eq, inArray, type like, or, type SQL, sql } from 'drizzle-orm'
import type { CallView } from '../../shared/contract/calls.ts'
import type { TaskSummary, TaskView, TimelineItem } from '../../shared/contract/tasks.ts'
import { agents, taskHistory, tasks, toolCalls } from '../storage/schema.ts'
import { WAITING_STATES } from './call-states.ts'
import { callViews } from './call-views.ts'
import type { HistoryRow } from './history-store.ts'
import { oneLine } from './one-line.ts'
import type { Runtime } from './runtime.ts'
import { failureAction } from './task-failure.ts'
import { isFinal } from './task-states.ts'
import type { TaskRow } from './task-store.ts'

const LAST_LINE = 160

interface SummaryRow {
  readonly task: TaskRow
  readonly agentName: string
  readonly allowFollowup: boolean
  readonly waiting: number
  readonly waitingFor: string | null
  readonly lastSaid: string | null
}

/** Chats as windows see them. */
export class TaskViews {
  constructor(readonly runtime: Runtime) {}

  list(filter: { agent_id?: number | undefined; search?: string | undefined } = {}): TaskSummary[] {
    const search = filter.search?.trim()
    return this.#rows(
      and(
        filter.agent_id === undefined ? undefined : eq(tasks.agentId, filter.agent_id),
        search ? matches(search) : undefined,
      ),
    ).map(row => this.#summary(row))
  }

  get(id: number): TaskView {
    const { journal, live } = this.runtime
    const task = journal.tasks.get(id)
    const [row] = this.#rows(eq(tasks.id, id))
    if (!row) throw new Error(`Task ${id} has no agent.`)
    const history = journal.history.ofTask(id)
    return {
      ...this.#summary(row),
      timeline: this.#timeline(id, history),
      streaming: live.of(id)?.view() ?? null,
      error: errorOf(task),
      final_response: task.finalResponse,
      usage: usageOf(history),
      model: this.#model(task),
      can_follow_up: isFinal(task.status) && task.status !== 'CANCELLED' && row.allowFollowup,
    }
  }

  /** The one it last used, or would use now. */
  #model({ llmConfigId, agentId }: TaskRow): TaskView['model'] {
    const { models } = this.runtime.parts
    const id = llmConfigId ?? models.configFor(agentId)
    return id === null ? null : models.info(id)
  }

  #rows(where: SQL | undefined): SummaryRow[] {
    const { orm } = this.runtime.parts.database
    const waiting = orm
      .select({ calls: count() })
      .from(toolCalls)
      .where(and(eq(toolCalls.taskId, tasks.id), inArray(toolCalls.state, [...WAITING_STATES])))
    const waitingFor = orm
      .select({ text: toolCalls.humanDescription })
      .from(toolCalls)
      .where(and(eq(toolCalls.taskId, tasks.id), inArray(toolCalls.state, [...WAITING_STATES])))
      .orderBy(toolCalls.id)
      .limit(1)
    const lastSaid = orm
      .select({ text: sql<string>`substr(${taskHistory.content}, 1, 2000)` })
      .from(taskHistory)
      .where(
        and(
          eq(taskHistory.taskId, tasks.id),
          inArray(taskHistory.role, ['user', 'assistant']),
          sql`${taskHistory.content} <> ''`,
        ),
      )
      .orderBy(desc(taskHistory.sequence))
      .limit(1)
    return orm
      .select({
        task: tasks,
        agentName: agents.name,
        allowFollowup: agents.allowFollowup,
        waiting: sql<number>`${waiting}`,
        waitingFor: sql<string | null>`${waitingFor}`,
        lastSaid: sql<string | null>`${lastSaid}`,
      })
      .from(tasks)
      .innerJoin(agents, eq(agents.id, tasks.agentId))
      .where(where)
      .orderBy(desc(tasks.updatedAt), desc(tasks.id))
      .all()
  }

  #summary(row: SummaryRow): TaskSummary {
    const { task } = row
    const line = task.status === 'FAILED' ? task.errorMessage : (row.waitingFor ?? row.lastSaid)
    return {
      id: task.id,
      title: task.title,
      agent: { id: task.agentId, name: row.agentName },
      status: task.status,
      waiting_calls: row.waiting,
      last_line: oneLine(line ?? '', LAST_LINE),
      step_count: task.stepCount,
      max_steps: task.maxSteps,
      created_at: task.createdAt,
      updated_at: task.updatedAt,
    }
  }

  #timeline(taskId: number, history: readonly HistoryRow[]): TimelineItem[] {
    const calls = Map.groupBy(callViews(this.runtime, this.runtime.journal.calls.ofTask(taskId)), call => call.step)
    return history.flatMap(row => timelineItems(row, calls.get(row.step) ?? []))
  }
}

function timelineItems(row: HistoryRow, calls: readonly CallView[]): TimelineItem[] {
  switch (row.role) {
    case 'user':
      return [{ kind: 'user', id: row.id, text: row.content, at: row.createdAt }]
    case 'assistant':
      return [
        ...(row.content === '' && row.reasoning === '' ? [] : [assistantItem(row)]),
        ...calls.map(call => ({ kind: 'call' as const, id: call.id, call })),
      ]
    case 'notice':
      return [noticeItem(row)]
    case 'summary':
      return [{ kind: 'notice', id: row.id, code: 'SUMMARY', text: row.content, at: row.createdAt }]
    case 'tool':
      return []
  }
}

function assistantItem(row: HistoryRow): TimelineItem {
  return {
    kind: 'assistant',
    id: row.id,
    step: row.step,
    text: row.content,
    reasoning: row.reasoning,
    at: row.createdAt,
  }
}

function noticeItem(row: HistoryRow): TimelineItem {
  const { code, text } = JSON.parse(row.content) as { code: string; text: string }
  return { kind: 'notice', id: row.id, code, text, at: row.createdAt }
}

function errorOf(task: TaskRow): TaskView['error'] {
  if (task.status !== 'FAILED') return null
  const code = task.errorCode ?? 'INTERNAL'
  return { code, message: task.errorMessage ?? '', raw: task.errorRaw, action: failureAction(code) }
}

function usageOf(history: readonly HistoryRow[]): TaskView['usage'] {
  const sum = (key: string) =>
    history.reduce((total, { usage }) => total + (typeof usage?.[key] === 'number' ? usage[key] : 0), 0)
  return {
    input_tokens: sum('inputTokens'),
    output_tokens: sum('outputTokens'),
    reasoning_tokens: sum('reasoningTokens'),
    cached_tokens: sum('cachedTokens'),
  }
}

/** In the title or in anything a person or the model said. */
function matches(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const found = (column: Parameters<typeof like>[0]) => sql`${column} LIKE ${pattern} ESCAPE '\\'`
  return or(
    found(tasks.title),
    sql`EXISTS (SELECT 1 FROM ${taskHistory} WHERE ${taskHistory.taskId} = ${tasks.id} AND ${taskHistory.role} IN ('user', 'assistant') AND ${found(taskHistory.content)})`,
  )
}
