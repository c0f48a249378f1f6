import { useEffect, useRef, useState } from 'react'
import type { TaskView } from '../../../shared/contract/tasks.ts'
import { useText } from '../../i18n/text.tsx'

/** Reads a finished answer to screen readers once, as a whole; text that is still growing is not read. */
export function AnswerAnnouncer({ task }: { task: TaskView }) {
  const t = useText()
  const last = task.timeline.findLast(item => item.kind === 'assistant')
  const seen = useRef(last?.id)
  const [said, setSaid] = useState({ id: 0, text: '' })
  useEffect(() => {
    if (!last?.text || last.id === seen.current) return
    seen.current = last.id
    setSaid({ id: last.id, text: `${t('chats.agent_said', { agent: task.agent.name })}: ${last.text}` })
  }, [last, task.agent.name, t])
  return (
    <div className="visually-hidden" aria-live="polite">
      {/* The same words once more are a new answer, which only a new element tells. */}
      <span key={said.id}>{said.text}</span>
    </div>
  )
}
