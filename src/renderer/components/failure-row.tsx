import { useText } from '../i18n/text.tsx'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'

/** What was asked and not done, until the person has read it. */
export function FailureRow({
  text,
  className,
  onDismiss,
}: {
  text: string
  className?: string
  onDismiss: () => void
}) {
  const t = useText()
  return (
    <div className={className ? `banner-row ${className}` : 'banner-row'}>
      <Banner
        tone="danger"
        action={
          <Button size="small" onClick={onDismiss}>
            {t('common.dismiss')}
          </Button>
        }
      >
        {text}
      </Banner>
    </div>
  )
}
