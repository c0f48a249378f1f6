import type { JsonValue } from '@spora/sdk'
import { inArray } from 'drizzle-orm'
import type { CallView } from '../../shared/contract/calls.ts'
import { agents, taskHistory, tasks } from '../storage/schema.ts'
import { discriminatorKey } from '../tools/operations.ts'
import { shownName } from '../tools/shown-name.ts'
import type { CallRow, DecisionRow, RevisionRow } from './call-store.ts'
import { chatPath } from './chat-path.ts'
import { callRules } from './rules/call-rules.ts'
import { userName } from './rules/rule-service.ts'
import type { Runtime } from './runtime.ts'
import { subAgentsOf } from './sub-agent-views.ts'

interface Surroundings {
  readonly tasks: ReadonlyMap<number, { title: string; maxSteps: number }>
  readonly agents: ReadonlyMap<number, string>
  readonly decisions: ReadonlyMap<string, DecisionRow>
  readonly firstRevisions: ReadonlyMap<string, RevisionRow>
  readonly results: ReadonlyMap<string, string>
  /** By task and step. */
  readonly rationales: ReadonlyMap<string, string>
  /** By task: from the person's chat down. */
  readonly paths: ReadonlyMap<number, CallView['path']>
  readonly media: ReadonlyMap<string, NonNullable<CallView['result']>['media']>
  readonly outcomes: ReadonlyMap<string, CallView['outcome']>
  /** Open questions about chats that go in a circle. */
  readonly loops: ReadonlyMap<string, { repeats: number }>
  readonly subAgents: ReadonlyMap<string, CallView['sub_agent']>
}

/** Calls as windows see them. What belongs to many calls is read once for all of them. */
export function callViews(runtime: Runtime, calls: readonly CallRow[]): CallView[] {
  if (calls.length === 0) return []
  const surroundings = readSurroundings(runtime, calls)
  const rules = callRules(runtime, calls)
  return calls.map(call => ({ ...callView(runtime, call, surroundings), ...rules(call) }))
}

function callView(runtime: Runtime, call: CallRow, around: Surroundings): CallView {
  const tool = runtime.tools.find(call.toolClass)
  const task = around.tasks.get(call.taskId)
  const decision = around.decisions.get(call.id)
  const sent = around.firstRevisions.get(call.id)
  const edited = sent !== undefined && sent.argsSha256 !== call.argsSha256
  const content = around.results.get(call.id)
  return {
    id: call.id,
    task_id: call.taskId,
    agent: { id: call.agentId, name: around.agents.get(call.agentId) ?? '' },
    task_title: task?.title ?? '',
    path: around.paths.get(call.taskId),
    sub_agent: around.subAgents.get(call.id) ?? null,
    loop: around.loops.get(call.id) ?? null,
    step: call.step,
    max_steps: task?.maxSteps ?? call.step,
    ordinal: call.ordinal,
    tool_class: call.toolClass,
    tool_name: call.toolName,
    display_name: tool ? shownName(tool.metadata) : call.toolName,
    icon: tool?.icon ?? { kind: 'fallback', reason: null },
    plugin_name: tool?.pluginName ?? null,
    operation: call.operation,
    operation_description: call.operationDescription,
    effect: call.effect,
    human_description: call.humanDescription,
    state: call.state,
    arguments: JSON.parse(call.argsCanonical) as JsonValue,
    args_sha256: call.argsSha256,
    revision: call.revision,
    original_arguments: edited ? (JSON.parse(sent.argsCanonical) as JsonValue) : null,
    parameter_schema: call.parameterSchema,
    discriminator_key: tool ? discriminatorKey(tool.metadata) : null,
    coerced: call.coerced,
    policy: typeof call.policy.text === 'string' ? call.policy.text : '',
    decision: decision
      ? {
          verdict: decision.verdict,
          reason: decision.reason,
          at: decision.createdAt,
          edited,
          by: userName(runtime, decision.actorUserId),
        }
      : null,
    created_at: call.createdAt,
    started_at: call.startedAt,
    finished_at: call.finishedAt,
    progress: runtime.executor.progressOf(call.id),
    result:
      content === undefined
        ? null
        : {
            success: call.state === 'succeeded',
            content,
            data: call.resultData,
            media: around.media.get(call.id) ?? [],
          },
    outcome: around.outcomes.get(call.id) ?? null,
    rationale: around.rationales.get(`${call.taskId} ${call.step}`) || null,
  }
}

function readSurroundings(runtime: Runtime, calls: readonly CallRow[]): Surroundings {
  const { journal, parts } = runtime
  const { orm } = parts.database
  const ids = calls.map(call => call.id)
  const taskIds = [...new Set(calls.map(call => call.taskId))]
  const agentIds = [...new Set(calls.map(call => call.agentId))]
  const history = orm
    .select({
      taskId: taskHistory.taskId,
      step: taskHistory.step,
      role: taskHistory.role,
      callId: taskHistory.callId,
      content: taskHistory.content,
    })
    .from(taskHistory)
    .where(inArray(taskHistory.taskId, taskIds))
    .all()
  return {
    tasks: new Map(
      orm
        .select({ id: tasks.id, title: tasks.title, maxSteps: tasks.maxSteps })
        .from(tasks)
        .where(inArray(tasks.id, taskIds))
        .all()
        .map(task => [task.id, task]),
    ),
    agents: new Map(
      orm
        .select({ id: agents.id, name: agents.name })
        .from(agents)
        .where(inArray(agents.id, agentIds))
        .all()
        .map(agent => [agent.id, agent.name]),
    ),
    decisions: journal.calls.decisionsOf(ids),
    firstRevisions: journal.calls.firstRevisions(ids),
    results: new Map(history.flatMap(row => (row.role === 'tool' && row.callId ? [[row.callId, row.content]] : []))),
    rationales: new Map(
      history.flatMap(row => (row.role === 'assistant' ? [[`${row.taskId} ${row.step}`, row.content]] : [])),
    ),
    paths: new Map(taskIds.map(id => [id, chatPath(runtime, id)])),
    media: mediaOf(runtime, ids),
    outcomes: journal.outcomes.of(ids),
    loops: new Map(journal.loops.open().map(({ callId, repeats }) => [callId, { repeats }])),
    subAgents: subAgentsOf(runtime, ids),
  }
}

function mediaOf({ journal }: Runtime, callIds: readonly string[]): Surroundings['media'] {
  const views = journal.media.of(callIds).map(({ callId, position, mimeType, width, height }) => ({
    callId,
    view: { position, mime_type: mimeType, width, height },
  }))
  const byCall = Map.groupBy(views, ({ callId }) => callId)
  return new Map([...byCall].map(([callId, found]) => [callId, found.map(({ view }) => view)]))
}
