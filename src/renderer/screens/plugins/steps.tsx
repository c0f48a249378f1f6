import { useText } from '../../i18n/text.tsx'

export function Steps({ current }: { current: 1 | 2 | 3 }) {
  const t = useText()
  return (
    <ol className="steps hide-narrow" aria-label={t('plugins.review.steps')}>
      {([1, 2, 3] as const).map(step => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {t(`plugins.review.step${step}`)}
        </li>
      ))}
    </ol>
  )
}
