import { CircleCheck } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { useText } from '../../i18n/text.tsx'
import { STEPS, type Step } from './first-step.ts'
import { WelcomeAside } from './welcome-aside.tsx'
import type { WelcomeData } from './welcome-data.ts'

interface Props extends WelcomeData {
  readonly step: Step
  readonly onSkipAll: () => void
}

/** What this is, and how far the first run has come. */
export function WelcomeSide({ step, info, models, onSkipAll }: Props) {
  const t = useText()
  const at = STEPS.indexOf(step)
  const model = models.find(each => each.is_default)
  function note(of: Step, passed: boolean): string | null {
    if (of === 'kept') return t('welcome.kept.note', { store: info.secret_store.name })
    if (of === 'model' && passed) return model?.name ?? t('welcome.model.none')
    return of === 'try' ? t('welcome.step.try_note') : null
  }
  return (
    <WelcomeAside>
      <ol className="welcome-steps" aria-label={t('welcome.steps')}>
        {STEPS.map((each, index) => {
          const name = t(`welcome.step.${each}`)
          const passed = index < at
          const small = note(each, passed)
          return (
            <li key={each} aria-current={each === step ? 'step' : undefined}>
              {passed ? (
                <CircleCheck className="icon" aria-hidden />
              ) : (
                <span className="number" aria-hidden="true">
                  {index + 1}
                </span>
              )}
              <span>
                {name}
                {passed && <span className="visually-hidden">{t('welcome.step.done')}</span>}
              </span>
              {small && <small>{small}</small>}
            </li>
          )
        })}
      </ol>
      <div>
        <Button kind="quiet" size="small" onClick={onSkipAll}>
          {t('welcome.skip_all')}
        </Button>
      </div>
    </WelcomeAside>
  )
}
