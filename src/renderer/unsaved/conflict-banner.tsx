import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'

interface Props {
  /** What was overtaken, as a sentence. */
  readonly text: string
  /** What stands there now, a line for each field. */
  readonly theirs: readonly string[]
  readonly onMine: () => void
  readonly onTheirs: () => void
}

/** Another window, or an agent, changed what is being changed here: both are there to choose from. */
export function ConflictBanner({ text, theirs, onMine, onTheirs }: Props) {
  const t = useText()
  return (
    <Banner
      tone="wait"
      action={
        <span className="row">
          <Button size="small" onClick={onMine}>
            {t('settings.conflict.mine')}
          </Button>
          <Button size="small" onClick={onTheirs}>
            {t('settings.conflict.theirs')}
          </Button>
        </span>
      }
    >
      {text}
      {theirs.map(line => (
        <div key={line} className="conflict-theirs">
          <VisibleText text={line} />
        </div>
      ))}
    </Banner>
  )
}
