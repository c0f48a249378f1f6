import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { CallView } from '../../../shared/contract/calls.ts'
import { EffectChip } from '../../approvals/effect-chip.tsx'
import { QuestionChip } from '../../approvals/question-chip.tsx'
import { AgentPath, rootChat } from '../../calls/agent-path.tsx'
import { operationName } from '../../calls/operation-name.ts'
import { Checkbox } from '../../components/checkbox.tsx'
import { InlineMarkdown } from '../../components/inline-markdown.tsx'
import { Elapsed } from '../../components/relative-time.tsx'
import { ToolWell } from '../../components/tool-icon.tsx'
import { visible } from '../../components/visible.ts'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'

interface Props {
  readonly calls: readonly CallView[]
  readonly current: string | null
  readonly onCurrent: (call: CallView | undefined) => void
  readonly ticked: ReadonlySet<string>
  readonly onTick: (ticked: ReadonlySet<string>) => void
}

/** What may be ticked with its whole group: never what cannot be undone, never a question about the past. */
const isPlain = (call: CallView) => call.state === 'awaiting' && call.effect !== 'destructive'

/** The waiting calls by chat. J/K and the arrows move, X selects, A and R go to the review. */
export function InboxList({ calls, current, onCurrent, ticked, onTick }: Props) {
  const t = useText()
  const list = useRef<HTMLDivElement>(null)
  const groups = Map.groupBy(calls, call => rootChat(call).id)

  // A decided row is gone; whoever was in the list goes on with the row that is current now.
  const inside = useRef(false)
  useEffect(() => {
    if (!inside.current || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-call="${CSS.escape(current ?? '')}"]`)?.focus()
  }, [current])

  function tick(ids: readonly string[], on: boolean) {
    const next = new Set(ticked)
    for (const id of ids) on ? next.add(id) : next.delete(id)
    onTick(next)
  }

  function onKeyDown(event: KeyboardEvent) {
    // Ctrl+A is no A, and one that is held down is pressed once.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const index = calls.findIndex(call => call.id === current)
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key]
    const call = calls[index]
    if (step) {
      const next = calls[Math.min(calls.length - 1, Math.max(0, index + step))]
      onCurrent(next)
      list.current?.querySelector<HTMLElement>(`[data-call="${CSS.escape(next?.id ?? '')}"]`)?.focus()
    } else if (event.repeat) return
    else if (event.key === 'x' && call?.state === 'awaiting') tick([call.id], !ticked.has(call.id))
    else if (event.key === 'a' || event.key === 'r') {
      document.querySelector<HTMLElement>(`.call-review [aria-keyshortcuts="${event.key}"]`)?.click()
    } else return
    event.preventDefault()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the rows inside, which hold the focus
    <div
      ref={list}
      className="scroll"
      onKeyDown={onKeyDown}
      onFocus={() => {
        inside.current = true
      }}
      onBlur={event => {
        if (event.relatedTarget) inside.current = event.currentTarget.contains(event.relatedTarget)
      }}
    >
      {[...groups].map(([taskId, group]) => {
        const plain = group.filter(isPlain).map(call => call.id)
        const title = group[0] ? rootChat(group[0]).title : ''
        return (
          <section key={taskId} aria-label={title}>
            <div className="inbox-group">
              <Checkbox
                label={t('approvals.all_of', { title })}
                checked={plain.length > 0 && plain.every(id => ticked.has(id))}
                disabled={plain.length === 0}
                onChange={on => tick(plain, on)}
              />
              <Link href={`/chats/${taskId}`} className="clip">
                <VisibleText text={title} />
              </Link>
              <span className="count">{group.length}</span>
            </div>
            {group.map(call => (
              <Row
                key={call.id}
                call={call}
                current={call.id === current}
                onCurrent={() => onCurrent(call)}
                ticked={ticked.has(call.id)}
                onTick={on => tick([call.id], on)}
              />
            ))}
          </section>
        )
      })}
    </div>
  )
}

interface RowProps {
  readonly call: CallView
  readonly current: boolean
  readonly onCurrent: () => void
  readonly ticked: boolean
  readonly onTick: (on: boolean) => void
}

function Row({ call, current, onCurrent, ticked, onTick }: RowProps) {
  const t = useText()
  const name = visible(call.human_description)
    .map(part => part.text)
    .join('')
  const operation = operationName(call)
  return (
    <div className="inbox-row" aria-current={current ? 'true' : undefined}>
      <Checkbox
        label={t('approvals.select', { name })}
        checked={ticked}
        disabled={call.state !== 'awaiting'}
        onChange={onTick}
      />
      <ToolWell icon={call.icon} size="small" />
      <button type="button" className="inbox-what" data-call={call.id} onFocus={onCurrent} onClick={onCurrent}>
        <span className="clip">
          <InlineMarkdown text={call.human_description} />
        </span>
        <span className="note clip">
          <VisibleText text={call.display_name} />
          {operation && `, ${operation}`}
          <span className="faint" aria-hidden="true">
            {' / '}
          </span>
          <AgentPath call={call} />
        </span>
      </button>
      {call.state === 'awaiting' ? <EffectChip effect={call.effect} /> : <QuestionChip call={call} />}
      <span className="call-time">
        <Elapsed from={call.created_at} />
      </span>
    </div>
  )
}
