import { CircleX, RotateCw } from 'lucide-react'
import { shownError } from '../api/error.ts'
import { useText } from '../i18n/text.tsx'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'

/** What happened, and what to do about it. Code and details are folded. */
export function ErrorPane({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const t = useText()
  const { code, message, details } = shownError(error)
  const raw = JSON.stringify({ code, message, details }, null, 2)
  return (
    <div className="error-pane" role="alert">
      <CircleX className="icon" aria-hidden />
      <div className="stack">
        <h2>{t('common.failed')}</h2>
        <p>{message}</p>
        <div className="row wrap">
          {onRetry && (
            <Button icon={<RotateCw className="icon" aria-hidden />} onClick={onRetry}>
              {t('common.retry')}
            </Button>
          )}
          <CopyButton text={raw} label={t('common.copy_details')} />
        </div>
        <details>
          <summary className="note">
            {t('common.details')} ({code})
          </summary>
          <pre className="code" data-size="small">
            {raw}
          </pre>
        </details>
      </div>
    </div>
  )
}
