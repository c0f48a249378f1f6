import { useMutation } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import type { CallState, CallView } from '../../shared/contract/calls.ts'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { Button } from '../components/button.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { LoopQuestion } from './loop-question.tsx'
import { OutcomeQuestion } from './outcome-question.tsx'

const LONG = 400

/** What stands under a row without opening it: progress, how it ended, the question after a crash. */
export function CallNote({ call }: { call: CallView }) {
  const t = useText()
  if (call.state === 'outcome_unknown') {
    return (
      <div className="call-body">
        <OutcomeQuestion callId={call.id} />
      </div>
    )
  }
  if (call.loop) {
    return (
      <div className="call-body">
        <LoopQuestion callId={call.id} agent={call.agent.name} repeats={call.loop.repeats} />
      </div>
    )
  }
  if (call.state === 'started') return <Running call={call} />
  const ending = endingOf(call)
  const edited = call.decision?.edited === true
  if (ending === null && !edited) return null
  return (
    <div className="call-body">
      {ending !== null && <Ending text={ending} state={call.state} />}
      {edited && (
        <p className="note" data-tone="info">
          <span className="changed-dot" /> {t('call.edited')}
        </p>
      )}
    </div>
  )
}

/** How it ended, where the row itself does not say it: in our words for the person, else in the tool's own. */
export function endingOf({ state, outcome, result }: CallView): string | null {
  // The row says who rejected it, and why.
  if (state === 'rejected') return null
  if (outcome) return outcome.text
  return state === 'failed' || state === 'invalid' ? (result?.content ?? null) : null
}

const TONES: Partial<Record<CallState, string>> = { failed: 'danger', invalid: 'warn' }

export function Ending({ text, state }: { text: string; state: CallState }) {
  return (
    <p className="note" data-tone={TONES[state]}>
      <VisibleText text={text.length > LONG ? `${text.slice(0, LONG)}…` : text} />
    </p>
  )
}

/** How far it is, and the way to end it alone. */
function Running({ call }: { call: CallView }) {
  const t = useText()
  const stop = useMutation(api.calls.stop.mutationOptions())
  return (
    <div className="call-body row wrap">
      <div className="grow">{call.progress && <Progress {...call.progress} />}</div>
      {stop.isError && (
        <span className="note" data-tone="danger" role="alert">
          {shownError(stop.error).message}
        </span>
      )}
      <Button
        kind="quiet"
        size="small"
        icon={<Square className="icon icon-small" aria-hidden />}
        disabled={stop.isPending || stop.isSuccess}
        onClick={() => stop.mutate({ call_id: call.id })}
      >
        {t('call.stop')}
      </Button>
    </div>
  )
}

function Progress({ fraction, text }: { fraction: number | null; text: string }) {
  return (
    <div>
      {fraction !== null && (
        <div
          className="meter"
          role="progressbar"
          aria-label={text}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(fraction * 100)}
        >
          <i style={{ inlineSize: `${Math.min(1, Math.max(0, fraction)) * 100}%` }} />
        </div>
      )}
      <p className="note numeric">
        <VisibleText text={text} />
      </p>
    </div>
  )
}
