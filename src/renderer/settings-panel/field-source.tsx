import { Undo2 } from 'lucide-react'
import type { SettingFieldView, SettingScope } from '../../shared/contract/settings.ts'
import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'
import { displayValue } from '../setting-fields/display-value.ts'
import type { FieldStatus } from './field-draft.ts'
import { Origin } from './origin.tsx'

interface Props {
  readonly field: SettingFieldView
  readonly scope: SettingScope['scope']
  readonly status: FieldStatus
  readonly secretStore: string
  readonly onOverride: () => void
  readonly onReset: () => void
}

/** Where the value comes from, what it overrides, and the way to change that. */
export function FieldSource({ field, scope, status, secretStore, onOverride, onReset }: Props) {
  const t = useText()
  const { schema } = field
  const inherited = status.mode === 'inherited'
  const layer = status.origin === 'here' ? scope : status.origin
  return (
    <div className="scoped-source">
      <div>
        <Origin layer={layer} here={status.origin === 'here'} />
        <div className="scoped-over clip">{note()}</div>
      </div>
      {inherited ? (
        <Button
          size="small"
          aria-label={t(scope === 'global' ? 'settings.set_one' : 'settings.override_one', { label: schema.label })}
          onClick={onOverride}
        >
          {t(scope === 'global' ? 'settings.set' : 'settings.override')}
        </Button>
      ) : (
        <Button
          kind="quiet"
          size="small"
          icon={<Undo2 className="icon" aria-hidden />}
          aria-label={t('settings.reset_one', {
            label: schema.label,
            value: displayValue(t, schema, status.beneath?.value ?? null),
          })}
          onClick={onReset}
        />
      )}
    </div>
  )

  function note(): string {
    if (schema.type === 'password') {
      if (!field.secret?.set || !field.secret.updated_at || status.changed) return ''
      const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
      return t('settings.stored_on', { date: date.format(new Date(field.secret.updated_at)), store: secretStore })
    }
    if (inherited || !status.beneath) return ''
    return t('settings.overrides', {
      origin: t(`settings.origin.${status.beneath.origin}`),
      value: displayValue(t, schema, status.beneath.value),
    })
  }
}
