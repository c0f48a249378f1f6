import { FastForward } from 'lucide-react'
import { Link } from 'wouter'
import { useText } from '../i18n/text.tsx'

/** That something runs without asking because a person once said so, and where that is taken back. Nothing for none. */
export function RememberedNote({ count }: { readonly count: number }) {
  const t = useText()
  if (count === 0) return null
  return (
    <p className="outcome">
      <FastForward className="icon" aria-hidden />
      <span>
        {t('rules.let', { count })} <Link href="/settings/permissions">{t('rules.see')}</Link>
      </span>
    </p>
  )
}
