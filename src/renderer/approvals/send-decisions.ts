import type { CallView, Decision } from '../../shared/contract/calls.ts'
import { client } from '../api/client.ts'
import { hasCode } from '../api/error.ts'
import { putCall, takeFromPending } from '../api/put-call.ts'
import { queryClient } from '../api/query-client.ts'
import { taskQuery } from '../api/task-query.ts'
import { topicKeys } from '../api/topic-keys.ts'
import { draftOf, forgetDraft, isEdited, isSending, noteOwnEdit, updateDraft, whileSending } from './decisions.ts'

/** Stores an edit as a new revision; what comes back is what will be decided. */
export async function storeEdit(call: CallView): Promise<CallView> {
  const draft = draftOf(call)
  if (!isEdited(call, draft)) return call
  const stored = await client.calls.edit({ call_id: call.id, arguments: draft.values, revision: call.revision })
  noteOwnEdit(stored)
  // The draft moves to the new revision at once: an event may show the call before this returns to the caller.
  updateDraft(stored, { ...draft, hash: stored.args_sha256, revision: stored.revision, stale: false })
  putCall(stored)
  return stored
}

function decisionOf(call: CallView): Decision | null {
  const { verdict, reason, remember } = draftOf(call)
  if (!verdict) return null
  return {
    call_id: call.id,
    decision: verdict,
    args_sha256: call.args_sha256,
    revision: call.revision,
    ...(verdict === 'reject' && reason.trim() ? { reason: reason.trim() } : {}),
    ...(remember ? { remember } : {}),
  }
}

/** Sends every decision that was made, one batch per chat. What main refuses stays decided here, to be looked at again. */
export async function sendDecisions(all: readonly CallView[]): Promise<void> {
  const calls = all.filter(call => draftOf(call).verdict !== null && !isSending(call.id))
  await whileSending(
    calls.map(({ id }) => id),
    () => send(calls),
  )
}

async function send(calls: readonly CallView[]): Promise<void> {
  const byTask = Map.groupBy(calls, call => call.task_id)
  for (const [task_id, group] of byTask) {
    const stored = await Promise.all(group.map(call => (draftOf(call).verdict === 'approve' ? storeEdit(call) : call)))
    const decisions = stored.flatMap(call => decisionOf(call) ?? [])
    if (decisions.length === 0) continue
    try {
      const task = await client.tasks.approve({ task_id, decisions })
      queryClient.setQueryData(taskQuery(task_id).queryKey, task)
      for (const { call_id } of decisions) forgetDraft(call_id)
      takeFromPending(new Set(decisions.map(({ call_id }) => call_id)))
    } catch (error) {
      if (hasCode(error, 'DECISION_STALE', 'DECISION_ALREADY', 'INVALID_STATE')) await lookAgain()
      throw error
    }
  }
}

/** Fetches what is stored now; a draft about something else says so on its card. */
export async function lookAgain(): Promise<void> {
  await Promise.all(topicKeys.calls(null).map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
