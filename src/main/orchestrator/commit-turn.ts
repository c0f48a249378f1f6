import type { JsonValue } from '@spora/sdk'
import { now } from '../storage/clock.ts'
import { newId } from '../storage/new-id.ts'
import { wellFormedText } from '../text/well-formed.ts'
import type { CallRow } from './call-store.ts'
import type { ModelTurn } from './collect-turn.ts'
import type { Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { PlannedCall } from './plan-calls.ts'
import type { TaskRow } from './task-store.ts'

export interface PlannedTurn {
  readonly turn: ModelTurn
  readonly calls: readonly { readonly planned: PlannedCall; readonly description: string }[]
  /** Who may have the opaque parts back. */
  readonly provider: string
  readonly llmConfigId: number
  /** US dollars, when the model has prices. */
  readonly cost: number | null
}

/**
 * T2: the turn, every call of it and the task's state in one transaction; refused calls get their answer in it too.
 * `finish` adds how a turn without calls ends the task. Resolves when it is durable.
 */
export function commitTurn(
  journal: Journal,
  task: TaskRow,
  { turn, calls, provider, llmConfigId, cost }: PlannedTurn,
  faults: Faults,
  finish: () => void,
): Promise<void> {
  const step = task.stepCount + 1
  const rows = calls.map(({ planned, description }, ordinal) => callRow(task, step, ordinal, planned, description))
  const { durable } = journal.grouped(() => {
    journal.history.appendTurn({
      taskId: task.id,
      step,
      role: 'assistant',
      content: turn.text,
      reasoning: turn.reasoning,
      provider,
      providerData: (turn.providerData ?? null) as JsonValue,
      usage: turn.usage,
      cost,
    })
    faults.at('F05')
    for (const [index, row] of rows.entries()) {
      journal.calls.insert(row)
      const refusal = calls[index]?.planned.refusal
      if (refusal) {
        journal.history.appendResult(row, refusal.told)
        journal.outcomes.insert(row.id, refusal)
      }
      const rule = calls[index]?.planned.policy.rule_id
      if (rule !== undefined && row.state !== 'awaiting') journal.rules.countHit(rule)
    }
    journal.tasks.update(task.id, { stepCount: step, llmConfigId, retryCount: 0 })
    if (rows.length === 0) finish()
    else if (rows.some(row => row.state === 'awaiting'))
      journal.tasks.transition(task.id, 'PENDING_APPROVAL', 'wait for a decision in')
  })
  return durable
}

function callRow(task: TaskRow, step: number, ordinal: number, planned: PlannedCall, description: string): CallRow {
  const at = now()
  return {
    id: newId(),
    taskId: task.id,
    agentId: task.agentId,
    step,
    ordinal,
    providerCallId: wellFormedText(planned.written.providerCallId.slice(0, 200)) || null,
    toolClass: planned.tool?.toolClass ?? null,
    toolName: planned.toolName,
    operation: planned.operation,
    operationDescription: planned.operationDescription,
    toolFingerprint: planned.tool?.fingerprint ?? null,
    effect: planned.effect,
    idempotent: planned.idempotent,
    humanDescription: description,
    parameterSchema: planned.parameterSchema,
    argumentsText: wellFormedText(planned.written.argumentsText.slice(0, LONGEST_TEXT)),
    argsCanonical: planned.argsCanonical,
    argsSha256: planned.argsSha256,
    revision: 1,
    coerced: [...planned.coerced],
    policy: { ...planned.policy },
    state: planned.state,
    attempt: 0,
    bootId: null,
    resultContent: null,
    resultData: null,
    createdAt: at,
    startedAt: null,
    finishedAt: planned.refusal === null ? null : at,
  }
}

/** Longer arguments were refused; their beginning is kept for whoever looks into it. */
const LONGEST_TEXT = 300_000
