import { PenLine } from 'lucide-react'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { Outcome } from '../../calls/outcome.tsx'
import { Markdown } from '../../components/markdown.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { Thinking } from './thinking.tsx'

/** The turn being written now: thoughts, text, and the calls whose arguments are still coming. */
export function StreamingTurn({ streaming }: { streaming: NonNullable<TaskView['streaming']> }) {
  const t = useText()
  return (
    <>
      {streaming.reasoning && <Thinking text={streaming.reasoning} running={!streaming.text} />}
      {streaming.text && (
        <div className="answer">
          <Markdown text={streaming.text} streaming />
          <span className="caret" aria-hidden="true" />
        </div>
      )}
      {streaming.calls.length > 0 && (
        <div className="calls">
          {streaming.calls.map(call => (
            <div key={call.index} className="call call-head" data-state="proposed">
              <PenLine className="icon" aria-hidden />
              <span className="call-name">
                <VisibleText text={call.display_name} />
              </span>
              <span className="call-line clip">{t('call.writing')}</span>
              <Outcome state="proposed" />
            </div>
          ))}
        </div>
      )}
    </>
  )
}
