import { Switch } from '../components/switch.tsx'
import { useText } from '../i18n/text.tsx'
import type { SettingFieldProps } from './setting-field-props.ts'

export function ToggleSettingField({ id, value, onChange, inherited, describedBy }: SettingFieldProps) {
  const t = useText()
  const on = value === true
  return (
    <div className="row">
      <Switch
        id={id}
        checked={on}
        inherited={inherited}
        disabled={inherited}
        aria-describedby={describedBy}
        onChange={onChange}
      />
      <span className={inherited ? 'muted' : undefined}>{t(on ? 'settings.on' : 'settings.off')}</span>
    </div>
  )
}
