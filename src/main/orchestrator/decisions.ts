import type { JsonValue } from '@spora/sdk'
import type { ArgumentProblem, Decision } from '../../shared/contract/calls.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { now } from '../storage/clock.ts'
import { newId } from '../storage/new-id.ts'
import { sentence } from '../text/sentence.ts'
import { wellFormedText } from '../text/well-formed.ts'
import { describeCall } from '../tools/describe-call.ts'
import { discriminatorKey } from '../tools/operations.ts'
import type { Arguments } from '../tools/parse-arguments.ts'
import { parseArguments } from '../tools/parse-arguments.ts'
import type { RegisteredTool } from '../tools/registered-tool.ts'
import type { CallRow } from './call-store.ts'
import { checkCall, type SoundCall, settingsDiffer, type UnsoundCall } from './check-call.ts'
import { chatsOf, goOnUnlessAsked, tellSettled } from './go-on.ts'
import { lineage } from './lineage.ts'
import type { LoopAnswer } from './loop-store.ts'
import { IT_HAPPENED, rejected, SKIPPED } from './outcome-words.ts'
import { applyToWaiting, ruleOf } from './rules/remember.ts'
import type { Runtime } from './runtime.ts'
import { hush, stopChat } from './stop-chat.ts'

/** What a person says about calls: decide, look at a draft, edit, and answer for an unknown outcome. */
export class Decisions {
  constructor(readonly runtime: Runtime) {}

  /**
   * P3: all decisions of the batch are stored, or none. Each names what the person saw (hash, revision), and is compared
   * with the row and with the tool as it is now; what differs is refused. Durable when this returns; calls run after it.
   */
  async decide(taskId: number, decisions: readonly Decision[], actorUserId: number | null): Promise<void> {
    const { journal, tools, faults, events } = this.runtime
    refuseTwice(decisions)
    if (!journal.tasks.find(taskId))
      throw new SporaError('DECISION_STALE', 'Nothing was decided: this chat is gone, and its calls with it.', {
        task_id: taskId,
      })
    await this.#refuseIfToolChanged(taskId, decisions)
    faults.at('F07')
    const decided = journal.transaction(() => {
      const calls = decisions.map(({ call_id }) => this.#callOf(taskId, call_id))
      const rules = decisions.flatMap((decision, index) => {
        const call = calls[index] as CallRow
        this.#decideOne(call, decision, actorUserId)
        const rule = ruleOf(call, decision, tools.find(call.toolClass), actorUserId)
        return rule ? [journal.rules.add(rule)] : []
      })
      const covered = rules.flatMap(rule => applyToWaiting(journal, tools, rule))
      const all = [...calls, ...covered]
      for (const id of chatsOf(all)) goOnUnlessAsked(journal, id)
      if (rules.length > 0) journal.database.afterCommit(() => events.changed('rules'))
      return all
    })
    faults.at('F08')
    tellSettled(this.runtime, decided)
  }

  /** The same checks that run before execution, on a draft. */
  async check(callId: string, args: unknown) {
    const call = this.runtime.journal.calls.get(callId)
    const draft = this.#draft(call, args)
    if ('problems' in draft)
      return { ok: false, problems: [...draft.problems], human_description: call.humanDescription }
    const human_description = await this.#describe(draft.tool, draft.checked)
    return { ok: true, problems: [], human_description }
  }

  /** P2: a new revision, checked and described anew; the decision comes after it was shown. */
  async edit(callId: string, args: unknown, revision: number): Promise<void> {
    const { journal, events } = this.runtime
    const call = journal.calls.get(callId)
    if (call.state !== 'awaiting') throw notAwaiting(call)
    if (call.revision !== revision) throw conflict(call, revision)
    const draft = this.#draft(call, args)
    if ('problems' in draft) {
      throw new SporaError('ARGUMENTS_INVALID', 'These arguments are not valid; see each field.', {
        call_id: callId,
        problems: draft.problems,
      })
    }
    const unchanged = draft.checked.argsSha256 === call.argsSha256 && draft.tool.fingerprint === call.toolFingerprint
    if (unchanged) return
    if (!(await this.#revise(call, draft.tool, draft.checked))) throw conflict(journal.calls.get(callId), revision)
    events.changed('calls', callId)
    events.changed('tasks', call.taskId)
  }

  /** J2: the person says what became of a call that ran when the app died. */
  resolve(callId: string, answer: 'it_happened' | 'run_again' | 'skip'): void {
    const { journal, events } = this.runtime
    const call = journal.calls.get(callId)
    if (call.state !== 'outcome_unknown')
      throw new SporaError('INVALID_STATE', `Nothing is unknown about this call: it is ${call.state}.`, {
        call_id: callId,
        state: call.state,
      })
    journal.transaction(() => {
      const done =
        answer === 'run_again'
          ? journal.calls.move(call, 'outcome_unknown', 'ready')
          : journal.settle(
              call,
              answer === 'it_happened' ? 'succeeded' : 'failed',
              answer === 'it_happened' ? IT_HAPPENED : SKIPPED,
            )
      if (!done) throw notAwaiting(journal.calls.get(callId))
      goOnUnlessAsked(journal, call.taskId)
    })
    events.changed('calls', callId)
    events.changed('tasks', call.taskId)
    this.runtime.kickSoon(call.taskId)
  }

  /** T9 */
  answerLoop(callId: string, answer: LoopAnswer, hint: string): void {
    const { journal, events } = this.runtime
    const { taskId } = journal.calls.get(callId)
    const text = wellFormedText(hint.trim())
    if (answer === 'hint' && text === '')
      throw new SporaError('VALIDATION_ERROR', 'Say what the agent should do instead.', { call_id: callId })
    const stopped = journal.transaction(() => {
      if (!journal.loops.answer(callId, answer))
        throw new SporaError('INVALID_STATE', 'This question was answered already, or never asked.', {
          call_id: callId,
        })
      if (answer === 'stop') return stopChat(this.runtime, taskId)
      const { stepCount } = journal.tasks.get(taskId)
      if (answer === 'hint') journal.history.append({ taskId, step: stepCount, role: 'user', content: text })
      goOnUnlessAsked(journal, taskId)
      return []
    })
    events.changed('calls', callId)
    events.changed('tasks', taskId)
    if (stopped.length > 0) hush(this.runtime, stopped)
    this.runtime.tellEmployer(taskId)
    this.runtime.kickSoon(taskId)
  }

  /** A call of the chat, or of a sub-agent at work for it (P6). */
  #callOf(taskId: number, callId: string): CallRow {
    const { journal } = this.runtime
    const call = journal.calls.find(callId)
    if (!call)
      throw new SporaError('DECISION_STALE', 'Nothing was decided: this call is gone, and its chat with it.', {
        call_id: callId,
      })
    const chats = lineage(journal.tasks, journal.tasks.get(call.taskId))
    if (!chats.some(({ id }) => id === taskId))
      throw new SporaError('VALIDATION_ERROR', 'This call belongs to another chat.', {
        call_id: callId,
        task_id: taskId,
      })
    return call
  }

  #decideOne(call: CallRow, decision: Decision, actorUserId: number | null): void {
    const { journal } = this.runtime
    const earlier = journal.calls.decisionOf(call.id)
    if (earlier) throw alreadyDecided(call, earlier)
    if (call.state !== 'awaiting') throw stale(call, `the call is ${call.state}`)
    if (call.revision !== decision.revision) throw stale(call, 'it was changed since you looked at it')
    if (call.argsSha256 !== decision.args_sha256) throw stale(call, 'its arguments are not the ones you saw')
    const reason = wellFormedText(decision.reason?.trim() ?? '') || null
    if (decision.decision === 'approve') this.#refuseUnlessRunnable(call)
    journal.calls.insertDecision({
      id: newId(),
      callId: call.id,
      verdict: decision.decision,
      argsSha256: call.argsSha256,
      revision: call.revision,
      toolFingerprint: call.toolFingerprint,
      reason,
      actorUserId,
      createdAt: now(),
    })
    const done =
      decision.decision === 'approve'
        ? journal.calls.move(call, 'awaiting', 'ready')
        : journal.settle(call, 'rejected', rejected(reason))
    if (!done) throw stale(call, 'it changed at the same moment')
  }

  /** R3: what is switched off, gone or different now cannot be approved; it can still be rejected. */
  #refuseUnlessRunnable(call: CallRow): void {
    const { tools, journal } = this.runtime
    const tool = tools.find(call.toolClass)
    if (!tool) throw stale(call, `“${call.toolName}” is not available now`)
    const rights = tools.of(journal.tasks.get(call.taskId))
    if (!rights.has(tool)) throw stale(call, `“${call.toolName}” was switched off for this agent`)
    const changed = this.#whatChanged(call, tool)
    if (changed) throw stale(call, changed)
    const args = JSON.parse(call.argsCanonical) as Arguments
    const checked = checkCall(tool, args, rights.to(tool))
    if (!checked.ok) {
      const off = checked.code === 'CALL_DISABLED'
      const why = off ? `“${call.operation}” was switched off for this agent` : checked.problems[0]?.message
      throw stale(call, why ?? 'it is not valid any more')
    }
    if (checked.argsCanonical !== call.argsCanonical) throw stale(call, 'the tool now reads its arguments differently')
  }

  /** Since the call was shown. */
  #whatChanged(call: CallRow, tool: RegisteredTool): string | null {
    const { tools, journal } = this.runtime
    if (tool.fingerprint !== call.toolFingerprint) return `“${call.toolName}” was updated since you looked at it`
    const settings = tools.of(journal.tasks.get(call.taskId)).settingsOf(tool)
    return settingsDiffer(call, settings)
      ? `the settings of “${call.toolName}” were changed since you looked at it`
      : null
  }

  /**
   * An approval under a tool that was updated meanwhile, or has other settings, is refused; every call of the batch that
   * it concerns becomes a new revision under the tool as it is now, so that it can be looked at and decided again.
   */
  async #refuseIfToolChanged(taskId: number, decisions: readonly Decision[]): Promise<void> {
    const refusals: SporaError[] = []
    for (const { call_id, decision } of decisions) {
      const why = decision === 'approve' ? await this.#refresh(this.#callOf(taskId, call_id)) : null
      if (why) refusals.push(stale(this.#callOf(taskId, call_id), why))
    }
    if (refusals[0]) throw refusals[0]
  }

  /** What changed, when the call is a new revision for it. */
  async #refresh(call: CallRow): Promise<string | null> {
    const { tools, events } = this.runtime
    const tool = call.state === 'awaiting' ? tools.find(call.toolClass) : undefined
    const changed = tool && this.#whatChanged(call, tool)
    if (!changed) return null
    const checked = this.#check(call, tool, JSON.parse(call.argsCanonical) as Arguments)
    if (!checked.ok || !(await this.#revise(call, tool, checked))) return null
    events.changed('calls', call.id)
    events.changed('tasks', call.taskId)
    return changed
  }

  async #revise(call: CallRow, tool: RegisteredTool, checked: SoundCall): Promise<boolean> {
    const humanDescription = await this.#describe(tool, checked)
    const { tools, journal } = this.runtime
    // It is shown and decided with them, also where it would run without asking.
    const settings = tools.of(journal.tasks.get(call.taskId)).settingsOf(tool)
    return journal.calls.revise(call, {
      argsCanonical: checked.argsCanonical,
      argsSha256: checked.argsSha256,
      coerced: [...checked.coerced],
      operation: checked.operation.name,
      operationDescription: checked.operation.description,
      effect: checked.operation.effect,
      idempotent: checked.operation.idempotent || checked.operation.effect === 'none',
      parameterSchema: checked.parameterSchema,
      toolFingerprint: tool.fingerprint,
      policy: { ...checked.policy, settings },
      humanDescription,
    })
  }

  #draft(
    call: CallRow,
    args: unknown,
  ): { tool: RegisteredTool; checked: SoundCall } | { problems: readonly ArgumentProblem[] } {
    const tool = this.runtime.tools.find(call.toolClass)
    if (!tool)
      return { problems: [{ path: '', code: 'CALL_TOOL_GONE', message: `“${call.toolName}” is not available now.` }] }
    const parsed = parseArguments(textOf(args))
    if (parsed.kind === 'malformed') return { problems: [{ path: '', code: parsed.code, message: parsed.message }] }
    const checked = this.#check(call, tool, parsed.kind === 'ok' ? parsed.value : {})
    if (!checked.ok) return { problems: checked.problems }
    if (checked.policy.verdict !== 'refuse') return { tool, checked }
    const path = call.operation === checked.operation.name ? '' : `/${discriminatorKey(tool.metadata) ?? ''}`
    const message = 'You said never for this. Revoke that rule under Settings → Permissions to allow it.'
    return { problems: [{ path, code: 'REFUSED_BY_RULE', message }] }
  }

  #check(call: CallRow, tool: RegisteredTool, args: Arguments): SoundCall | UnsoundCall {
    const { tools, journal } = this.runtime
    return checkCall(tool, args, tools.of(journal.tasks.get(call.taskId)).to(tool))
  }

  #describe(tool: RegisteredTool, checked: SoundCall): Promise<string> {
    return describeCall(tool, checked.operation.name, checked.args, this.runtime.limits)
  }
}

function refuseTwice(decisions: readonly Decision[]): void {
  const ids = new Set<string>()
  for (const { call_id } of decisions) {
    if (ids.has(call_id))
      throw new SporaError('VALIDATION_ERROR', 'The same call is decided twice in one batch. Nothing was saved.', {
        call_id,
      })
    ids.add(call_id)
  }
}

/** A person's draft goes through the same reader as a model's text: strict, and bounded in size and depth. */
function textOf(args: unknown): string {
  return JSON.stringify((args ?? {}) as JsonValue) ?? '{}'
}

function stale(call: CallRow, why: string): SporaError {
  return new SporaError('DECISION_STALE', `Nothing was decided: ${sentence(why)} Look at the call again.`, {
    call_id: call.id,
    state: call.state,
    revision: call.revision,
    args_sha256: call.argsSha256,
  })
}

/** As the clock on this computer shows it. */
const when = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' })

function alreadyDecided(
  call: CallRow,
  earlier: { verdict: string; createdAt: string; actorUserId: number | null },
): SporaError {
  const said = earlier.verdict === 'approve' ? 'approved' : 'rejected'
  return new SporaError(
    'DECISION_ALREADY',
    `This call was already ${said}, on ${when.format(new Date(earlier.createdAt))}.`,
    {
      call_id: call.id,
      verdict: earlier.verdict,
      at: earlier.createdAt,
      actor_user_id: earlier.actorUserId,
    },
  )
}

function notAwaiting(call: CallRow): SporaError {
  return new SporaError('INVALID_STATE', `This call can no longer be changed: it is ${call.state}.`, {
    call_id: call.id,
    state: call.state,
  })
}

function conflict(call: CallRow, revision: number): SporaError {
  return new SporaError('REVISION_CONFLICT', 'This call was changed elsewhere since you opened it. Look at it again.', {
    call_id: call.id,
    sent: revision,
    revision: call.revision,
  })
}
