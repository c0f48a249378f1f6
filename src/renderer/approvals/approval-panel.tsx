import { Hand } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { CallView } from '../../shared/contract/calls.ts'
import { Kbd } from '../components/kbd.tsx'
import { Segmented } from '../components/segmented.tsx'
import { useText } from '../i18n/text.tsx'
import { matchesKeys } from '../shortcuts/keys.ts'
import { ApprovalCard, type CardHandle } from './approval-card.tsx'
import { BatchBar } from './batch-bar.tsx'
import { draftOf } from './decisions.ts'
import { OutcomeCard } from './outcome-card.tsx'
import type { ArgumentsMode } from './use-card.ts'
import { cardAction, isForControl, isInside } from './use-card-keys.ts'
import { useGuard } from './use-guard.ts'

interface Props {
  readonly calls: readonly CallView[]
  /** Calls of which nobody knows whether they ran; in a chat they stand in the conversation instead. */
  readonly questions?: readonly CallView[]
  /** Docked in a chat: whom "Tell … something instead" speaks to. */
  readonly agent?: string | undefined
  /** The card to begin with. */
  readonly first?: string | null
  /** In a dialog, which has a heading of its own. */
  readonly bare?: boolean
}

/**
 * The calls of a chat (or of all chats, in the dialog) side by side. One call alone is decided at once; several are
 * collected and sent together. The focus is never taken; inside, letters decide.
 */
export function ApprovalPanel({ calls, questions = [], agent, first, bare }: Props) {
  const t = useText()
  const title = useId()
  const panel = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const handles = useRef(new Map<string, CardHandle>())
  const [mode, setMode] = useState<ArgumentsMode>('form')
  const [wanted, setCurrent] = useState(first ?? null)
  const send = useRef<() => void>(undefined)
  const immediate = calls.length === 1
  const current = calls.find(call => call.id === wanted)?.id ?? calls[0]?.id
  const ids = calls.map(call => call.id).join()
  const guarded = useGuard(ids)
  const focusInside = useRef(false)
  useFocusLeft(panel, heading)

  // Some were sent, and what had the focus went with them: the next card has it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the calls takes cards away
  useEffect(() => {
    if (focusInside.current && document.activeElement === document.body) focusCard(current)
  }, [ids])

  function focusCard(id: string | undefined) {
    if (id === undefined) return
    setCurrent(id)
    handles.current.get(id)?.focus()
  }

  function move(step: number) {
    const index = calls.findIndex(call => call.id === current)
    focusCard(calls[Math.min(calls.length - 1, Math.max(0, index + step))]?.id)
  }

  /** The next card without a decision, after the one just decided. */
  function nextOpen(id: string) {
    const index = calls.findIndex(call => call.id === id)
    const open = [...calls.slice(index + 1), ...calls.slice(0, index)].find(call => draftOf(call).verdict === null)
    focusCard(open?.id ?? id)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.defaultPrevented || event.nativeEvent.isComposing || !isInside(event)) return
    const card = handles.current.get(current ?? '')
    const sends = matchesKeys('mod+enter', event) && !isForWords(event)
    if (sends && event.repeat) return
    const action = sends
      ? immediate
        ? card?.submit
        : send.current
      : isForControl(event)
        ? leaveField(event)
        : (cardAction(event, card) ?? moves(event))
    if (!action) return
    event.preventDefault()
    action()
  }

  /** Escape leaves a field for its card, and a second one the card for the chat. */
  function leaveField({ key }: KeyboardEvent): (() => void) | undefined {
    return key === 'Escape' && !bare ? () => focusCard(current) : undefined
  }

  function moves({ key }: KeyboardEvent): (() => void) | undefined {
    if (key === 'j' || key === 'ArrowDown') return () => move(1)
    if (key === 'k' || key === 'ArrowUp') return () => move(-1)
    if (key === 'Escape' && !bare) return focusChat
  }

  return (
    <section
      ref={panel}
      className="approval"
      aria-labelledby={title}
      onKeyDown={onKeyDown}
      onFocus={() => {
        focusInside.current = true
      }}
      onBlur={() => {
        focusInside.current = false
      }}
    >
      <div className="approval-head">
        <h2 ref={heading} id={title} tabIndex={-1}>
          <Hand className="icon" aria-hidden />
          {t('approvals.waiting', { count: calls.length + questions.length })}
        </h2>
        <span className="grow" />
        <div className="hints hide-narrow">
          {calls.length > 1 && (
            <span>
              <Kbd keys="j" />
              <Kbd keys="k" />
              {t('approvals.hint.move')}
            </span>
          )}
          <span>
            <Kbd keys="e" />
            {t('approvals.hint.edit')}
          </span>
        </div>
        <Segmented
          label={t('approvals.show_as')}
          size="small"
          value={mode}
          options={[
            { value: 'form', label: t('approvals.form') },
            { value: 'json', label: t('approvals.json') },
          ]}
          onChange={setMode}
        />
      </div>
      <div className="approval-cards">
        {questions.map(call => (
          <OutcomeCard key={call.id} call={call} />
        ))}
        {calls.map((call, index) => (
          <ApprovalCard
            key={call.id}
            ref={handle => {
              if (handle) handles.current.set(call.id, handle)
              else handles.current.delete(call.id)
            }}
            call={call}
            label={t('approvals.call_of', { index: index + 1, count: calls.length, name: call.display_name })}
            mode={mode}
            immediate={immediate}
            guarded={guarded}
            current={call.id === current && calls.length > 1}
            onCurrent={() => setCurrent(call.id)}
            onDecided={() => !immediate && nextOpen(call.id)}
          />
        ))}
      </div>
      {(agent || !immediate) && <BatchBar calls={calls} agent={agent} guarded={guarded} sendRef={send} />}
    </section>
  )
}

/** A field of the panel that belongs to no card that is decided: words to the agent, an answer to another question. */
function isForWords(event: KeyboardEvent): boolean {
  const card = event.target instanceof Element ? event.target.closest('.approval-card:not(.outcome-card)') : null
  return isForControl(event) && card === null
}

function focusChat() {
  document.querySelector<HTMLElement>('[role="log"]')?.focus()
}

/** Someone who only reads lands on the heading; a field is never left. When the panel goes, the chat has the focus. */
function useFocusLeft(panel: React.RefObject<HTMLElement | null>, heading: React.RefObject<HTMLElement | null>) {
  useEffect(() => {
    if (document.activeElement?.role === 'log') heading.current?.focus({ preventScroll: true })
  }, [heading])
  useLayoutEffect(() => {
    const element = panel.current
    return () => {
      if (element?.contains(document.activeElement)) queueMicrotask(focusChat)
    }
  }, [panel])
}
