import { ArrowDown, ChevronRight } from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { CallList } from '../../calls/call-list.tsx'
import { Button } from '../../components/button.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { CallAsText } from './call-as-text.tsx'
import { FailureBanner } from './failure-banner.tsx'
import { StreamingTurn } from './streaming-turn.tsx'
import { Thinking } from './thinking.tsx'
import { type Block, timelineBlocks } from './timeline-blocks.ts'
import { useStickToBottom } from './use-stick-to-bottom.ts'

/** A long chat opens with its end; earlier parts come when asked for. */
const FIRST_BLOCKS = 120

/** The conversation, in order. */
export function Timeline({ task }: { task: TaskView }) {
  const t = useText()
  const failure = task.error?.message ?? null
  const blocks = useMemo(() => timelineBlocks(task.timeline, failure), [task.timeline, failure])
  const own = task.timeline.filter(item => item.kind === 'user').length
  const stick = useStickToBottom(`${task.timeline.length} ${task.streaming?.text.length ?? 0}`, own)
  const { hidden, showEarlier } = useBeginning(blocks.length, stick)
  return (
    <div className="timeline-region">
      <div
        ref={stick.scroller}
        className="timeline-scroll"
        role="log"
        aria-live="off"
        aria-label={t('chats.conversation')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard
        tabIndex={0}
      >
        <div ref={stick.content} className="timeline">
          {hidden > 0 && (
            <Button className="earlier" onClick={showEarlier}>
              {t('chats.earlier_items', { count: hidden })}
            </Button>
          )}
          {blocks.slice(hidden).map(block => (
            <TimelineBlock
              key={`${block.kind}-${block.id}`}
              block={block}
              agent={task.agent.name}
              goesOn={task.can_follow_up && block === blocks.at(-1) ? task.id : null}
            />
          ))}
          {task.streaming && <StreamingTurn streaming={task.streaming} />}
          {task.status === 'RUNNING' && !task.streaming && (
            <p className="note working" role="status">
              {t('chats.working')}
            </p>
          )}
          <FailureBanner task={task} />
        </div>
      </div>
      {stick.missed && (
        <Button className="pill" icon={<ArrowDown className="icon" aria-hidden />} onClick={stick.toBottom}>
          {t('chats.new_messages')}
        </Button>
      )}
    </div>
  )
}

/**
 * How many blocks at the beginning are not on the page. Nothing that is read goes from it when more is said: only for a
 * reader at the end, who sees none of it, the beginning moves on.
 */
function useBeginning(count: number, { scroller, isAtEnd }: ReturnType<typeof useStickToBottom>) {
  const [hidden, setHidden] = useState(Math.max(0, count - FIRST_BLOCKS))
  useEffect(() => {
    if (count - hidden > 2 * FIRST_BLOCKS && isAtEnd()) setHidden(count - FIRST_BLOCKS)
  }, [count, hidden, isAtEnd])

  // What comes in above pushes nothing away: what was at the top of the view stays there.
  const below = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of what is hidden adds anything above
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || below.current === null) return
    element.scrollTop = element.scrollHeight - below.current
    below.current = null
    if (document.activeElement === document.body) element.focus({ preventScroll: true })
  }, [hidden])

  return {
    hidden: Math.min(hidden, count),
    showEarlier() {
      const element = scroller.current
      below.current = element && element.scrollHeight - element.scrollTop
      setHidden(Math.max(0, hidden - FIRST_BLOCKS))
    },
  }
}

interface TimelineBlockProps {
  readonly block: Block
  readonly agent: string
  /** The chat, for the end of one that may go on. */
  readonly goesOn: number | null
}

const TimelineBlock = memo(function TimelineBlock({ block, agent, goesOn }: TimelineBlockProps) {
  const t = useText()
  switch (block.kind) {
    case 'user':
      return (
        <div className="said plain">
          <span className="visually-hidden">{t('chats.you_said')}: </span>
          <VisibleText text={block.text} />
        </div>
      )
    case 'assistant':
      return (
        <>
          {block.reasoning && <Thinking text={block.reasoning} />}
          {block.text && (
            <div className="answer">
              <span className="visually-hidden">{t('chats.agent_said', { agent })}: </span>
              <Markdown text={block.text} />
            </div>
          )}
        </>
      )
    case 'calls':
      return <CallList calls={block.calls} />
    case 'notice':
      return block.code === 'SUMMARY' ? <Summary text={block.text} /> : <Notice notice={block} goesOn={goesOn} />
  }
})

function Notice({ notice, goesOn }: { notice: Extract<Block, { kind: 'notice' }>; goesOn: number | null }) {
  const t = useText()
  return (
    <p className="note notice">
      <span>
        <VisibleText text={notice.text} />{' '}
        {notice.task_id !== undefined && <Link href={`/chats/${notice.task_id}`}>{t('chats.go_there')}</Link>}
        {notice.code === 'CALL_AS_TEXT' && goesOn !== null && <CallAsText chat={goesOn} />}
      </span>
    </p>
  )
}

/** What stands for the earlier part when the model is asked; the conversation above stays whole. */
function Summary({ text }: { text: string }) {
  const t = useText()
  return (
    <details className="thinking notice">
      <summary className="note">
        <ChevronRight className="icon chevron" aria-hidden />
        {t('chats.summary')}
      </summary>
      <div className="plain muted">
        <VisibleText text={text} />
      </div>
    </details>
  )
}
