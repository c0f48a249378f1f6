import { Link, useLocation } from 'wouter'
import { useText } from '../i18n/text.tsx'
import { useShortcut } from '../shortcuts/use-shortcut.ts'
import { type Section, sections } from './sections.ts'
import { useCounts } from './use-counts.ts'
import { useTitle } from './use-title.ts'
import { Wordmark } from './wordmark.tsx'

/** The sections of the window. Below 1100 px only the icons are left; their names stay for screen readers. */
export function Rail() {
  const t = useText()
  const { waiting, failedPlugins } = useCounts()
  const [location] = useLocation()
  useTitle(location, waiting)
  const badges: Partial<Record<string, Badge>> = {
    '/approvals': { count: waiting, tone: 'wait', label: t('rail.waiting', { count: waiting }) },
    '/plugins': { count: failedPlugins, tone: 'danger', label: t('rail.failed', { count: failedPlugins }) },
  }
  return (
    <nav className="rail" aria-label={t('rail.label')}>
      <Wordmark />
      {sections.map((section, index) => (
        <RailItem key={section.path} section={section} index={index} badge={badges[section.path]} />
      ))}
    </nav>
  )
}

interface Badge {
  readonly count: number
  readonly tone: 'wait' | 'danger'
  readonly label: string
}

function RailItem({ section, index, badge }: { section: Section; index: number; badge: Badge | undefined }) {
  const t = useText()
  const [location, navigate] = useLocation()
  useShortcut(`mod+${index + 1}`, () => navigate(section.path))
  const Icon = section.icon
  return (
    <>
      {section.path === '/settings' && <div className="rail-gap" />}
      <Link
        href={section.path}
        className="rail-item"
        aria-current={location === section.path || location.startsWith(`${section.path}/`) ? 'page' : undefined}
        title={t(section.name)}
      >
        <Icon className="icon" aria-hidden />
        <span className="rail-label">{t(section.name)}</span>
        {badge && badge.count > 0 && (
          <span className="count" data-tone={badge.tone} role="img" aria-label={badge.label}>
            {badge.count}
          </span>
        )}
      </Link>
    </>
  )
}
