import type { SettingSchemaView } from '../../shared/contract/settings.ts'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'

/** What the author says about a setting, and the bounds of a number. */
export function FieldHelp({ id, schema }: { id: string; schema: SettingSchemaView }) {
  const t = useText()
  const { minimum, maximum } = schema
  const range =
    minimum !== null && maximum !== null
      ? t('settings.range.both', { minimum, maximum })
      : minimum !== null
        ? t('settings.range.minimum', { minimum })
        : maximum !== null
          ? t('settings.range.maximum', { maximum })
          : ''
  return (
    <div id={id} className="scoped-help">
      <VisibleText text={[schema.description, range].filter(Boolean).join(' · ')} />
    </div>
  )
}
