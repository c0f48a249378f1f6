import { Segmented } from '../../components/segmented.tsx'
import { Select } from '../../components/select.tsx'
import { choiceLabels } from '../choice-labels.ts'
import { controlAttributes, type FieldProps } from '../field-props.ts'

/** Choices this few and short stand side by side. */
const SIDE_BY_SIDE = 28

export function ChoiceInput(props: FieldProps) {
  const { parameter, value, onChange, id, describedBy } = props
  const label = choiceLabels(parameter.choices)
  const options = parameter.choices.map(choice => ({ value: choice, label: label(choice) }))
  const strings = parameter.choices.filter(choice => typeof choice === 'string')
  const short = options.length <= 4 && options.reduce((sum, option) => sum + option.label.length, 0) <= SIDE_BY_SIDE
  if (short && strings.length === options.length) {
    return (
      <Segmented
        label={parameter.label}
        value={typeof value === 'string' ? value : null}
        options={strings.map(choice => ({ value: choice, label: label(choice) }))}
        onChange={onChange}
      />
    )
  }
  const { 'data-changed': changed } = controlAttributes(props)
  return (
    <Select
      id={id}
      value={typeof value === 'string' || typeof value === 'number' ? value : null}
      options={options}
      onChange={onChange}
      invalid={props.invalid}
      describedBy={describedBy}
      data={{ 'data-changed': changed }}
    />
  )
}
