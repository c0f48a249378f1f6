import { useText } from '../i18n/text.tsx'
import { useNow } from './use-now.ts'

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

/** "now", "4 min", "09:10" today, "4 Dec" before; the whole date in the title. */
export function RelativeTime({ at }: { at: string }) {
  const t = useText()
  const now = useNow()
  const date = new Date(at)
  const minutes = Math.floor((now - date.getTime()) / 60_000)
  const text =
    minutes < 1
      ? t('common.now')
      : minutes < 60
        ? t('common.minutes', { count: minutes })
        : date.toDateString() === new Date(now).toDateString()
          ? clock.format(date)
          : day.format(date)
  return (
    <time dateTime={at} title={full.format(date)}>
      {text}
    </time>
  )
}

/** "<0.1 s", "0.4 s", "12 s", "1:04": how long something took or has been running. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1_000
  if (seconds < 0.05) return '<0.1 s'
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
}

/** Counts up in whole seconds since `from`. */
export function Elapsed({ from }: { from: string }) {
  const seconds = Math.max(0, Math.floor((useNow() - new Date(from).getTime()) / 1_000))
  return <span className="numeric">{`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}</span>
}
