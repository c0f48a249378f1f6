import { useState } from 'react'
import type { ArgumentProblem, CallView } from '../../shared/contract/calls.ts'
import { hasCode, shownError } from '../api/error.ts'
import { unseenKeys } from '../schema-form/form-layout.ts'
import { type Draft, draftOf, isSending, updateDraft, useDrafts } from './decisions.ts'
import type { Remember } from './remember-menu.tsx'
import { sendDecisions, storeEdit } from './send-decisions.ts'
import { useArgumentCheck } from './use-argument-check.ts'
import { useDecidedElsewhere } from './use-decided-elsewhere.ts'

export type ArgumentsMode = 'form' | 'json'

interface Options {
  readonly call: CallView
  readonly mode: ArgumentsMode
  /** A decision is sent at once, not collected. */
  readonly immediate: boolean
}

/** Why a call cannot be approved as it stands. */
export type Blocked = { readonly why: 'unseen'; readonly key: string } | { readonly why: 'invalid' | 'not_json' }

/** Everything one card can do, and what stands in its way. */
export function useCard({ call, mode, immediate }: Options) {
  useDrafts()
  const draft = draftOf(call)
  const check = useArgumentCheck(call, draft)
  const [refused, setRefused] = useState<{ values: unknown; problems: readonly ArgumentProblem[] }>()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  /** Fields whose text is not their value; '' is the whole as JSON. */
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const decidedElsewhere = useDecidedElsewhere()

  // What main refused stays marked until the values change.
  const problems = refused?.values === draft.values ? refused.problems : check.problems
  const blocked = blockedBy()

  function blockedBy(): Blocked | null {
    if (broken.size > 0) return { why: 'not_json' }
    if (problems.length > 0) return { why: 'invalid' }
    if (mode === 'json' || !call.parameter_schema) return null
    const { [call.discriminator_key ?? '']: _, ...shown } = draft.values
    const key = unseenKeys(shown, new Set(draft.opened))[0]
    return key === undefined ? null : { why: 'unseen', key }
  }

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (decidedElsewhere(error, [call])) return
      const { message, details } = shownError(error)
      if (hasCode(error, 'ARGUMENTS_INVALID') && Array.isArray(details.problems)) {
        setRefused({ values: draft.values, problems: details.problems as ArgumentProblem[] })
      } else setFailure(message)
    } finally {
      setBusy(false)
    }
  }

  /** One that is not taken is to be decided again. */
  async function decide(decided: CallView, decision: Pick<Draft, 'verdict' | 'remember'>) {
    updateDraft(decided, { ...decision, rejecting: false, stale: false })
    if (!immediate) return
    try {
      await sendDecisions([decided])
    } catch (error) {
      updateDraft(decided, { verdict: null, remember: undefined })
      throw error
    }
  }

  async function approve(remember?: Remember): Promise<boolean> {
    if (blocked || busy) return false
    let done = false
    await attempt(async () => {
      const stored = await storeEdit(call)
      await decide(stored, { verdict: 'approve', remember })
      done = true
    })
    return done
  }

  async function reject(): Promise<boolean> {
    if (busy) return false
    await attempt(() => decide(call, { verdict: 'reject', remember: undefined }))
    return true
  }

  /** Rejected now, and from now on for this agent. */
  async function never(): Promise<boolean> {
    if (busy) return false
    await attempt(() => decide(call, { verdict: 'reject', remember: { scope: 'agent' } }))
    return true
  }

  /** What was decided and not sent yet, as where several were decided and this one is left. It stays when it is not taken. */
  async function send(): Promise<boolean> {
    if (busy) return false
    let done = false
    await attempt(async () => {
      await sendDecisions([call])
      done = true
    })
    return done
  }

  const change = (next: Partial<Draft>) => updateDraft(call, next)

  return {
    draft,
    description: check.description,
    problems,
    blocked,
    failure,
    busy,
    sending: isSending(call.id),
    setBroken: (key: string, on: boolean) =>
      setBroken(old => {
        const next = new Set(old)
        if (on) next.add(key)
        else next.delete(key)
        return next
      }),
    approve,
    reject,
    never,
    send,
    openReject: () => change({ rejecting: true, verdict: null }),
    undo() {
      if (!isSending(call.id)) change({ verdict: null, rejecting: false })
    },
    setReason: (reason: string) => change({ reason }),
    setValues: (values: Draft['values']) => change({ values, verdict: null, stale: false }),
    open: (key: string) => change({ opened: [...draft.opened, key] }),
  }
}

export type Card = ReturnType<typeof useCard>
