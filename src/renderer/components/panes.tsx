import { ArrowLeft } from 'lucide-react'
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { useText } from '../i18n/text.tsx'

interface StageProps {
  /** `list`: list and detail. `filter`: filters and grid. `review`: list and a wide detail. Left out: one pane. */
  readonly panes?: 'list' | 'filter' | 'review'
  /** In a narrow window only one of list and detail is shown: the detail when something is chosen. */
  readonly detail?: boolean
  /** The list is folded away also where there is room. */
  readonly folded?: boolean
  readonly children: ReactNode
}

/** Below this the window shows one of list and detail, as window.css says. */
const narrow = globalThis.matchMedia?.('(max-width: 1099px)')

function useNarrow(): boolean {
  return useSyncExternalStore(
    listener => {
      narrow.addEventListener('change', listener)
      return () => narrow.removeEventListener('change', listener)
    },
    () => narrow.matches,
  )
}

/** Whether the list stands alone where there is room for one pane only. */
const ListFirst = createContext(false)

/** The part of the window beside the rail. */
export function Stage({ panes, detail = true, folded = false, children }: StageProps) {
  return (
    <ListFirst value={panes === 'list' && !detail}>
      <div
        className="stage"
        data-panes={panes}
        data-detail={detail ? '' : undefined}
        data-folded={folded ? '' : undefined}
      >
        {children}
      </div>
    </ListFirst>
  )
}

interface PaneProps {
  readonly title: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

interface ListProps extends PaneProps {
  readonly label: string
  /** Nothing is chosen: the list is what the screen is about. */
  readonly main?: boolean
}

/** The list of a section: title bar with actions, then whatever scrolls. */
export function ListPane({ title, label, actions, main, children }: ListProps) {
  const isFirst = useContext(ListFirst)
  const isNarrow = useNarrow()
  const isMain = main || (isFirst && isNarrow)
  return (
    // A role, no other element: that would lose the place in the list when a detail opens.
    <section className="pane-list" aria-label={label} role={isMain ? 'main' : undefined}>
      <header className="bar">
        <h1 className="bar-title grow">{title}</h1>
        {actions}
      </header>
      {children}
    </section>
  )
}

/** Detail of what is chosen. `back` leads to the list where the window shows only one pane. */
export function DetailPane({ title, actions, back, children }: PaneProps & { readonly back?: string }) {
  const t = useText()
  return (
    <main className="pane-main">
      <header className="bar">
        {back && (
          <Link
            href={back}
            className="button only-narrow"
            data-kind="quiet"
            data-icon-only=""
            aria-label={t('common.back')}
          >
            <ArrowLeft className="icon" aria-hidden />
          </Link>
        )}
        {title}
        {actions && (
          <>
            <span className="grow" />
            {actions}
          </>
        )}
      </header>
      {children}
    </main>
  )
}
