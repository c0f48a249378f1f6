import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { useText } from '../../i18n/text.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'

interface Props {
  readonly title: string
  readonly intro: string
  readonly children: ReactNode
  readonly onBack?: () => void
  /** The way on without doing this step. */
  readonly skip?: { readonly label: string; readonly onSkip: () => void }
  readonly next: {
    readonly label: string
    readonly onNext: () => void
    readonly off: boolean
    /** Why it is off. */
    readonly why?: string | null
  }
}

/** One step: what is asked, and the ways on and back. */
export function StepFrame({ title, intro, children, onBack, skip, next }: Props) {
  const t = useText()
  useShortcut('mod+enter', () => next.off || next.onNext())
  return (
    <>
      <div className="scroll welcome-scroll">
        <div className="welcome-body">
          <div className="stack welcome-title">
            <h2>{title}</h2>
            <p className="muted">{intro}</p>
          </div>
          {children}
        </div>
      </div>
      <footer className="save-bar welcome-foot">
        {onBack && (
          <Button kind="quiet" icon={<ChevronLeft className="icon" aria-hidden />} onClick={onBack}>
            {t('welcome.back')}
          </Button>
        )}
        <span id="welcome-why" className="note grow" role="status">
          {next.why}
        </span>
        {skip && (
          <Button kind="quiet" size="large" onClick={skip.onSkip}>
            {skip.label}
          </Button>
        )}
        <Button
          kind="primary"
          size="large"
          shortcut="mod+enter"
          aria-disabled={next.off}
          aria-describedby="welcome-why"
          onClick={next.onNext}
        >
          {next.label}
        </Button>
      </footer>
    </>
  )
}
