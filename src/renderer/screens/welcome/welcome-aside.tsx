import type { ReactNode } from 'react'
import { Wordmark } from '../../frame/wordmark.tsx'
import { useText } from '../../i18n/text.tsx'
import { Mycelium } from './mycelium.tsx'

/** What this is: there before anything is known. */
export function WelcomeAside({ children }: { children?: ReactNode }) {
  const t = useText()
  return (
    <aside className="welcome-side">
      <Wordmark />
      <div className="stack">
        <h1>{t('welcome.headline')}</h1>
        <p className="muted">{t('welcome.text')}</p>
      </div>
      {children}
      <Mycelium />
    </aside>
  )
}
