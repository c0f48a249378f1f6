import { type RefObject, type SyntheticEvent, useState } from 'react'
import type { CallView } from '../../shared/contract/calls.ts'
import { shownError } from '../api/error.ts'
import { rootChat } from '../calls/agent-path.tsx'
import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'
import { matchesKeys } from '../shortcuts/keys.ts'
import { useKeptText } from '../unsaved/kept-text.ts'
import { batchCounts, batchParts } from './batch.ts'
import { draftOf, updateDraft, useDrafts } from './decisions.ts'
import { sendDecisions } from './send-decisions.ts'
import { useDecidedElsewhere } from './use-decided-elsewhere.ts'

const list = new Intl.ListFormat('en', { type: 'unit', style: 'short' })
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

interface Props {
  readonly calls: readonly CallView[]
  readonly agent: string | undefined
  readonly guarded: boolean
  /** Where the panel finds what ⌘/Ctrl+Enter does. */
  readonly sendRef: RefObject<(() => void) | undefined>
}

/** Counts the decisions and sends them; the button says exactly what will happen. */
export function BatchBar({ calls, agent, guarded, sendRef }: Props) {
  const t = useText()
  useDrafts()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const decidedElsewhere = useDecidedElsewhere()
  const counts = batchCounts(calls, draftOf)
  const decided = counts.approved + counts.rejected
  const off = guarded || busy || decided === 0

  async function send(): Promise<boolean> {
    setBusy(true)
    setFailure(null)
    try {
      await sendDecisions(calls)
      return true
    } catch (error) {
      if (!decidedElsewhere(error, calls)) setFailure(shownError(error).message)
      return false
    } finally {
      setBusy(false)
    }
  }

  /** Words instead of a decision: every call that waits here is rejected with them. */
  function sayInstead(text: string): Promise<boolean> {
    for (const call of calls) updateDraft(call, { verdict: 'reject', reason: text, rejecting: false })
    return send()
  }

  sendRef.current = () => {
    if (!off) void send()
  }

  const summary = [
    counts.approved > 0 && t('approvals.counts.approved', { count: counts.approved }),
    counts.rejected > 0 && t('approvals.counts.rejected', { count: counts.rejected }),
    counts.undecided > 0 && t('approvals.counts.undecided', { count: counts.undecided }),
  ].filter(part => part !== false)
  const parts = batchParts(counts).map(([key, count]) => t(`approvals.part.${key}`, { count }))

  return (
    <div className="approval-foot">
      {agent && calls[0] ? (
        <Instead chat={rootChat(calls[0]).id} agent={agent} disabled={guarded || busy} onSend={sayInstead} />
      ) : (
        <span className="grow" />
      )}
      {failure && (
        <span className="note" data-tone="danger" role="alert">
          {t('approvals.send_failed', { message: failure })}
        </span>
      )}
      {calls.length > 1 && (
        <>
          <span className="muted numeric hide-narrow" role="status">
            {list.format(summary)}
          </span>
          <Button
            kind="primary"
            size="large"
            shortcut="mod+enter"
            aria-disabled={off || undefined}
            onClick={() => void send()}
          >
            {decided === 0 ? t('approvals.decide_first') : upperFirst(list.format(parts))}
          </Button>
        </>
      )}
    </div>
  )
}

interface InsteadProps {
  /** Whose words they are: they are kept while something else is shown. */
  readonly chat: number
  readonly agent: string
  readonly disabled: boolean
  readonly onSend: (text: string) => Promise<boolean>
}

function Instead({ chat, agent, disabled, onSend }: InsteadProps) {
  const t = useText()
  const [text, write] = useKeptText(`instead ${chat}`)
  const label = t('approvals.instead', { agent })
  function say(event: SyntheticEvent) {
    event.preventDefault()
    if (text.trim() && !disabled) void onSend(text.trim()).then(sent => sent && write(''))
  }
  return (
    <form className="instead" onSubmit={say} onKeyDown={event => matchesKeys('mod+enter', event) && say(event)}>
      <input
        className="input"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={2000}
        onChange={event => write(event.target.value)}
      />
      {text.trim() && (
        <Button type="submit" kind="danger" disabled={disabled}>
          {t('approvals.instead_send')}
        </Button>
      )}
    </form>
  )
}
