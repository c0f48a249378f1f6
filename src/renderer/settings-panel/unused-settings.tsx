import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'

interface Props {
  readonly keys: readonly string[]
  /** While there is unsaved work the panel saves that first. */
  readonly off: boolean
  readonly onRemove: () => void
}

/** Values left from an earlier version of the tool: never used, and removed when the person wants it. */
export function UnusedSettings({ keys, off, onRemove }: Props) {
  const t = useText()
  if (keys.length === 0) return null
  return (
    <Banner
      tone="info"
      action={
        <Button size="small" disabled={off} onClick={onRemove}>
          {t('settings.unused.remove')}
        </Button>
      }
    >
      {t('settings.unused', { count: keys.length })} <VisibleText text={keys.join(', ')} />
    </Banner>
  )
}
