import { and, desc, eq, inArray, type like, or, type SQL, sql } from 'drizzle-orm'
import type { CallView } from '../../shared/contract/calls.ts'
import type { TaskSummary, TaskView, TimelineItem } from '../../shared/contract/tasks.ts'
import type { TokenCounts } from '../storage/column-types.ts'
import { agents, taskHistory, tasks } from '../storage/schema.ts'
import { callViews } from './call-views.ts'
import type { HistoryRow } from './history-store.ts'
import { employer, successor } from './lineage.ts'
import { oneLine } from './one-line.ts'
import type { Runtime } from './runtime.ts'
import { type SubAgentUsage, subAgentUsage } from './sub-agent-usage.ts'
import { failureAction } from './task-failure.ts'
import { isFinal } from './task-states.ts'
import type { TaskRow } from './task-store.ts'
import { type Waiting, waitingCalls } from './waiting-calls.ts'

const LAST_LINE = 160

export interface TaskFilter {
  readonly agent_id?: number | undefined
  readonly search?: string | undefined
  readonly sub_agents?: boolean | undefined
}

interface SummaryRow {
  readonly task: TaskRow
  readonly agentName: string
  readonly allowFollowup: boolean
  readonly lastSaid: string | null
}

/** Chats as windows see them. */
export class TaskViews {
  readonly #subAgentUsage
  /** An open chat is looked at with every step of it, so this is built once. */
  readonly #row

  constructor(readonly runtime: Runtime) {
    this.#subAgentUsage = subAgentUsage(runtime.parts.database)
    this.#row = this.#rows(eq(tasks.id, sql.placeholder('id'))).prepare()
  }

  /** Chats of sub-agents stand in the chat they work for, so not here unless asked for. */
  list(filter: TaskFilter = {}): TaskSummary[] {
    const { journal } = this.runtime
    const search = filter.search?.trim()
    const waiting = waitingCalls(journal)
    return this.#rows(
      and(
        filter.agent_id === undefined ? undefined : eq(tasks.agentId, filter.agent_id),
        search ? matches(search) : undefined,
      ),
    )
      .all()
      .filter(({ task }) => filter.sub_agents || employer(journal.tasks, task) === null)
      .map(row => this.#summary(row, waiting.get(row.task.id)))
  }

  get(id: number): TaskView {
    const { journal, live } = this.runtime
    const task = journal.tasks.get(id)
    const row = this.#row.get({ id })
    if (!row) throw new Error(`Task ${id} has no agent.`)
    const history = journal.history.ofTask(id)
    return {
      ...this.#summary(row, waitingCalls(journal).get(id)),
      timeline: this.#timeline(id, history),
      streaming: live.of(id)?.view() ?? null,
      error: this.#error(task),
      final_response: task.finalResponse,
      usage: usageOf(history, this.#subAgentUsage(id)),
      model: this.#model(task),
      can_follow_up: isFinal(task.status) && task.status !== 'CANCELLED' && row.allowFollowup && !this.#wentOn(task),
      without_tools: task.withoutTools,
      data: task.data,
    }
  }

  #error(task: TaskRow): TaskView['error'] {
    if (task.status !== 'FAILED') return null
    const code = task.errorCode ?? 'INTERNAL'
    const failure = { code, message: task.errorMessage ?? '', raw: task.errorRaw, action: failureAction(code) }
    if (task.retryAt === null) return failure
    const { maxRetries } = this.runtime.parts.agents.get(task.agentId)
    return { ...failure, retry: { at: task.retryAt, count: task.retryCount, max: maxRetries } }
  }

  /** H2: it was handed over, and the chat it went on in is still there. */
  #wentOn(task: TaskRow): boolean {
    return successor(this.runtime.journal.tasks, task) !== null
  }

  /** The one it last used, or would use now. */
  #model({ llmConfigId, agentId }: TaskRow): TaskView['model'] {
    const { models } = this.runtime.parts
    const id = llmConfigId ?? models.configFor(agentId)
    return id === null ? null : models.info(id)
  }

  #rows(where: SQL | undefined) {
    const { orm } = this.runtime.parts.database
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
        lastSaid: sql<string | null>`${lastSaid}`,
      })
      .from(tasks)
      .innerJoin(agents, eq(agents.id, tasks.agentId))
      .where(where)
      .orderBy(desc(tasks.updatedAt), desc(tasks.id))
  }

  #summary(row: SummaryRow, waiting: Waiting | undefined): TaskSummary {
    const { task } = row
    const said = task.finalResponse ?? row.lastSaid
    const line = task.status === 'FAILED' ? task.errorMessage : (waiting?.first ?? said)
    return {
      id: task.id,
      title: task.title,
      agent: { id: task.agentId, name: row.agentName },
      status: task.status,
      waiting_calls: waiting?.calls ?? 0,
      last_line: oneLine(line ?? '', LAST_LINE),
      step_count: task.stepCount,
      max_steps: task.maxSteps,
      created_at: task.createdAt,
      updated_at: task.updatedAt,
      parent: this.#parent(task),
    }
  }

  #parent({ parentTaskId, origin }: TaskRow): TaskSummary['parent'] {
    const { journal, parts } = this.runtime
    const parent = parentTaskId === null ? undefined : journal.tasks.find(parentTaskId)
    if (!parent || origin === null) return null
    const { name } = parts.agents.get(parent.agentId)
    return { task_id: parent.id, title: parent.title, agent: { id: parent.agentId, name }, origin }
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
  const { code, text, task_id } = JSON.parse(row.content) as { code: string; text: string; task_id?: number }
  const other = task_id === undefined ? {} : { task_id }
  return { kind: 'notice', id: row.id, code, text, at: row.createdAt, ...other }
}

function usageOf(history: readonly HistoryRow[], others: SubAgentUsage | null): TaskView['usage'] {
  const costs = [...history.flatMap(({ cost }) => cost ?? []), ...(others?.cost == null ? [] : [others.cost])]
  const sum = (key: keyof TokenCounts) => history.reduce((total, { usage }) => total + (usage?.[key] ?? 0), 0)
  return {
    input_tokens: sum('inputTokens') + (others?.input ?? 0),
    output_tokens: sum('outputTokens') + (others?.output ?? 0),
    reasoning_tokens: sum('reasoningTokens') + (others?.reasoning ?? 0),
    cached_tokens: sum('cachedTokens') + (others?.cached ?? 0),
    cache_write_tokens: history.reduce((total, row) => total + (row.cacheWriteTokens ?? 0), 0) + (others?.written ?? 0),
    sub_agents: others?.chats ?? 0,
    // Turns of before there were prices have none; without any there is nothing to say.
    ...(costs.length > 0 ? { cost: costs.reduce((total, cost) => total + cost, 0) } : {}),
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
