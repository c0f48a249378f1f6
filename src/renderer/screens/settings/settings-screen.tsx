import {
  Bell,
  BookOpen,
  Brain,
  Cpu,
  Database,
  Info,
  Keyboard,
  ListChecks,
  type LucideIcon,
  Palette,
  ShieldCheck,
  User,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { Link, useParams } from 'wouter'
import { DetailPane, ListPane, Stage } from '../../components/panes.tsx'
import { type TextKey, useText } from '../../i18n/text.tsx'
import { AboutSection } from './about-section.tsx'
import { AboutYouSection } from './about-you-section.tsx'
import { AppearanceSection } from './appearance-section.tsx'
import { DataSection } from './data-section.tsx'
import { MemoriesSection } from './memories-section.tsx'
import { ModelsSection } from './models-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PermissionsSection } from './permissions-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { ShortcutsSection } from './shortcuts-section.tsx'
import { SkillsSection } from './skills/skills-section.tsx'

interface Section {
  readonly key: string
  readonly name: TextKey
  readonly icon: LucideIcon
  readonly content: ComponentType
  /** Scrolls by itself, above a bar of its own. */
  readonly form?: true
}

const sections: readonly [Section, ...Section[]] = [
  { key: 'models', name: 'settings.section.models', icon: Cpu, content: ModelsSection },
  { key: 'about-you', name: 'settings.section.about_you', icon: User, content: AboutYouSection, form: true },
  { key: 'memories', name: 'settings.section.memories', icon: Brain, content: MemoriesSection },
  { key: 'skills', name: 'settings.section.skills', icon: BookOpen, content: SkillsSection },
  { key: 'appearance', name: 'settings.section.appearance', icon: Palette, content: AppearanceSection },
  { key: 'permissions', name: 'settings.section.permissions', icon: ListChecks, content: PermissionsSection },
  { key: 'notifications', name: 'settings.section.notifications', icon: Bell, content: NotificationsSection },
  { key: 'privacy', name: 'settings.section.privacy', icon: ShieldCheck, content: PrivacySection },
  { key: 'data', name: 'settings.section.data', icon: Database, content: DataSection },
  { key: 'shortcuts', name: 'settings.section.shortcuts', icon: Keyboard, content: ShortcutsSection },
  { key: 'about', name: 'settings.section.about', icon: Info, content: AboutSection },
]

export function SettingsScreen() {
  const t = useText()
  const { section: key } = useParams<{ section?: string }>()
  const section = sections.find(each => each.key === key) ?? sections[0]
  const Content = section.content
  return (
    <Stage panes="list" detail={key !== undefined}>
      <ListPane title={t('settings.title')} label={t('settings.sections')}>
        <nav className="settings-nav" aria-label={t('settings.sections')}>
          {sections.map(({ key: each, name, icon: Icon }) => (
            <Link key={each} href={`/settings/${each}`} aria-current={each === section.key ? 'page' : undefined}>
              <Icon className="icon" aria-hidden />
              {t(name)}
            </Link>
          ))}
        </nav>
      </ListPane>
      <DetailPane title={<h1 className="bar-title">{t(section.name)}</h1>} back="/settings">
        {section.form ? (
          <Content />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable from the keyboard
          <section className="scroll" aria-label={t(section.name)} tabIndex={0}>
            <div className="settings-body">
              <Content />
            </div>
          </section>
        )}
      </DetailPane>
    </Stage>
  )
}
