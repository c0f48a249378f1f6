import { useText } from '../i18n/text.tsx'

/** The name in full where the rail is wide, the mark where it is narrow. */
export function Wordmark() {
  const t = useText()
  const name = t('app.name')
  return (
    <div className="rail-brand">
      <svg
        className="wordmark"
        viewBox="0 0 82 32"
        height="24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        role="img"
        aria-label={name}
      >
        <path d="M15.4 7A5 5 0 1 0 11 14.4A5 5 0 1 1 6.6 21.8" />
        <circle cx="15.9" cy="7.4" r="2.6" fill="currentColor" stroke="none" />
        <circle cx="6.1" cy="21.4" r="2.6" fill="currentColor" stroke="none" />
        <path d="M23.5 13.4V29.6" />
        <circle cx="29.1" cy="18.9" r="5.6" />
        <circle cx="45.6" cy="18.9" r="5.6" />
        <path d="M56.6 24.5V13.4M56.6 18.6a5.2 5.2 0 0 1 5.4-5.1" />
        <circle cx="72.6" cy="18.9" r="5.6" />
        <path d="M78.2 13.4V24.5" />
      </svg>
      <svg
        className="mark"
        viewBox="0 0 24 24"
        width="24"
        height="24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        role="img"
        aria-label={name}
      >
        <path d="M15.5 6A4 4 0 1 0 12 12A4 4 0 1 1 8.5 18" />
        <circle cx="15.7" cy="6.2" r="2" fill="currentColor" stroke="none" />
        <circle cx="8.3" cy="17.8" r="2" fill="currentColor" stroke="none" />
      </svg>
    </div>
  )
}
