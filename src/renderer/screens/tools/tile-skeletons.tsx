import { useText } from '../../i18n/text.tsx'

/** The grid before it is there. */
export function TileSkeletons() {
  const t = useText()
  return (
    <div className="tiles tile-skeletons" role="status" aria-label={t('common.loading')}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical places without identity
        <div key={index} className="tile" />
      ))}
    </div>
  )
}
