import { ChevronRight, LoaderCircle } from 'lucide-react'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'

/** What the model thought, folded: it is no answer. */
export function Thinking({ text, running = false }: { text: string; running?: boolean }) {
  const t = useText()
  return (
    <details className="thinking">
      <summary className="note">
        {running ? (
          <LoaderCircle className="icon spin" aria-hidden />
        ) : (
          <ChevronRight className="icon chevron" aria-hidden />
        )}
        {t(running ? 'chats.thinking_now' : 'chats.thinking')}
      </summary>
      <div className="plain muted">
        <VisibleText text={text} />
      </div>
    </details>
  )
}
