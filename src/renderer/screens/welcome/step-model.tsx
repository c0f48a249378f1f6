import { useText } from '../../i18n/text.tsx'
import { ModelChooser } from '../../model-form/model-chooser.tsx'
import { ReducedStore } from '../../secret-store/reduced-store.tsx'
import { StepFrame } from './step-frame.tsx'
import type { StepProps } from './welcome-data.ts'

/** Test before it is used, if you like; what was typed is kept when it does not work. */
export function StepModel({ drivers, models, info, setup, onNext, onBack }: StepProps) {
  const t = useText()
  const current = models.find(model => model.is_default)
  const missing = setup.missing.map(setting => setting.label).join(', ')
  const nothingChosen = setup.choice === null
  // A model that is there already may simply stay.
  const keeps = nothingChosen && current !== undefined
  const off = !keeps && (!setup.ready || missing !== '' || setup.save.isPending)
  return (
    <StepFrame
      title={t('welcome.step.model')}
      intro={t('welcome.model.intro')}
      onBack={onBack}
      skip={{ label: t('welcome.model.without'), onSkip: onNext }}
      next={{
        label: keeps ? t('welcome.model.have', { name: current.name }) : t('welcome.continue'),
        off,
        why: why(),
        onNext: () => (keeps ? onNext() : setup.save.mutate(undefined, { onSuccess: onNext })),
      }}
    >
      {!info.secret_store.usable && <ReducedStore store={info.secret_store} />}
      <ModelChooser drivers={drivers} setup={setup} secretStore={info.secret_store.name} />
    </StepFrame>
  )

  function why(): string | null {
    if (setup.save.isPending) return t('welcome.saving')
    if (setup.failure) return t('welcome.not_saved', { message: setup.failure })
    if (keeps) return null
    if (!setup.ready) return t('welcome.model.pick')
    return missing === '' ? null : t('welcome.model.fill', { labels: missing })
  }
}
