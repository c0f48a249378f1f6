import { Segmented } from '../components/segmented.tsx'
import { Select } from '../components/select.tsx'
import { useText } from '../i18n/text.tsx'
import type { SettingFieldProps } from './setting-field-props.ts'

const SIDE_BY_SIDE = 3
const SHORT = 14

/** A few short choices stand side by side; more of them fold into a list. */
export function SelectSettingField({
  id,
  schema,
  value,
  onChange,
  inherited,
  invalid,
  describedBy,
}: SettingFieldProps) {
  const t = useText()
  const chosen = typeof value === 'string' ? value : null
  const options = known(schema.options, chosen)
  if (options.length <= SIDE_BY_SIDE && options.every(option => option.label.length <= SHORT))
    return (
      <div id={id} className="row">
        <Segmented
          label={schema.label}
          value={chosen}
          options={options}
          inherited={inherited}
          disabled={inherited}
          onChange={onChange}
        />
      </div>
    )
  return (
    <Select
      id={id}
      value={chosen}
      options={options}
      disabled={inherited}
      invalid={invalid}
      describedBy={describedBy}
      placeholder={t('settings.choose')}
      data={{ 'data-inherited': inherited ? '' : undefined }}
      onChange={onChange}
    />
  )
}

/** A stored value the tool no longer offers stays visible, so that it is not changed unseen. */
function known(options: readonly { value: string; label: string }[], chosen: string | null) {
  if (chosen === null || chosen === '' || options.some(option => option.value === chosen)) return options
  return [...options, { value: chosen, label: chosen }]
}
