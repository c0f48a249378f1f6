import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'
import { useShortcut } from '../shortcuts/use-shortcut.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface Props {
  /** One line per change: "Results per search 8 → 12". */
  readonly changes: readonly string[]
  readonly saving: boolean
  /** Why saving is off, in words. */
  readonly blocked?: string | null
  readonly onSave: () => void
  readonly onDiscard: () => void
}

/** Stands at the foot of a form as soon as something differs, and guards the way out. */
export function SaveBar({ changes, saving, blocked = null, onSave, onDiscard }: Props) {
  const t = useText()
  const off = saving || blocked !== null
  useShortcut('mod+s', () => off || onSave(), changes.length > 0)
  if (changes.length === 0) return null
  return (
    <section className="save-bar" aria-label={t('settings.save_bar')}>
      <span className="changed-dot" aria-hidden="true" />
      <span role="status">{t('settings.changes', { count: changes.length })}</span>
      <span id="save-bar-note" className="note clip grow" data-tone={blocked ? 'wait' : undefined}>
        {blocked ?? changes.join(', ')}
      </span>
      <Button kind="quiet" onClick={onDiscard} disabled={saving}>
        {t('settings.discard')}
      </Button>
      <Button kind="primary" shortcut="mod+s" aria-disabled={off} aria-describedby="save-bar-note" onClick={onSave}>
        {t(saving ? 'settings.saving' : 'common.save')}
      </Button>
      <UnsavedGuard changes={changes} />
    </section>
  )
}
