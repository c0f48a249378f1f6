import { useText } from '../i18n/text.tsx'

/** Quiet grey lines while something loads. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  const t = useText()
  return (
    <div className="skeleton" role="status" aria-label={t('common.loading')}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical lines without identity
        <i key={index} />
      ))}
    </div>
  )
}
