import { Switch } from '../../components/switch.tsx'
import { useText } from '../../i18n/text.tsx'
import type { FieldProps } from '../field-props.ts'

export function SwitchInput({ value, onChange, id, describedBy, parameter }: FieldProps) {
  const t = useText()
  return (
    <>
      <Switch
        id={id}
        label={parameter.label}
        aria-describedby={describedBy}
        checked={value === true}
        onChange={onChange}
      />
      {typeof value !== 'boolean' && <span className="note">{t('form.unset')}</span>}
    </>
  )
}
