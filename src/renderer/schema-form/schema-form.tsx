import { Plus } from 'lucide-react'
import { useId, useMemo } from 'react'
import type { ArgumentProblem } from '../../shared/contract/calls.ts'
import { sameJson } from '../calls/argument-changes.ts'
import { humanize } from '../calls/humanize.ts'
import { Button } from '../components/button.tsx'
import { Menu } from '../components/menu.tsx'
import { useText } from '../i18n/text.tsx'
import { JsonInput } from './fields/json-input.tsx'
import { formLayout } from './form-layout.ts'
import { initialValue } from './initial-value.ts'
import { type Parameter, readSchema } from './read-schema.ts'
import { SchemaField } from './schema-field.tsx'

type Values = Readonly<Record<string, unknown>>

export interface SchemaFormProps {
  /** JSON Schema of one operation as text, properties in declaration order. */
  readonly schema: string
  readonly discriminator: string | null
  readonly values: Values
  /** What counts as unchanged. */
  readonly original: Values
  readonly problems: readonly ArgumentProblem[]
  readonly opened: ReadonlySet<string>
  readonly onOpen: (key: string) => void
  readonly onChange: (values: Values) => void
  /** The text of a field, named by its key, is not what `values` says. */
  readonly onBroken: (key: string, broken: boolean) => void
}

/** A typed form for the arguments of one operation: approvals and trying a tool by hand use the same. */
export function SchemaForm(props: SchemaFormProps) {
  const { schema, discriminator, values, original, problems, opened, onOpen, onChange, onBroken } = props
  const t = useText()
  const id = useId()
  const parameters = useMemo(() => readSchema(schema, humanize), [schema])
  if (!parameters) {
    return (
      <JsonInput
        id={id}
        label={t('form.json')}
        object
        value={values}
        onBroken={broken => onBroken('', broken)}
        onChange={next => onChange(next as Values)}
      />
    )
  }
  const layout = formLayout(parameters, values, original, discriminator)

  function set(key: string, value: unknown) {
    if (value !== undefined) return onChange({ ...values, [key]: value })
    const { [key]: _, ...rest } = values
    onChange(rest)
  }

  const field = (parameter: Parameter) => (
    <SchemaField
      key={parameter.key}
      parameter={parameter}
      value={values[parameter.key]}
      original={original[parameter.key]}
      changed={!sameJson(values[parameter.key], original[parameter.key])}
      problems={problems.filter(({ path }) => path.split('/')[1] === escapePointer(parameter.key))}
      opened={opened.has(parameter.key)}
      onOpen={() => onOpen(parameter.key)}
      onChange={value => set(parameter.key, value)}
      onBroken={broken => onBroken(parameter.key, broken)}
    />
  )

  return (
    <div className="form">
      {layout.shown.map(field)}
      {layout.optional.length > 0 && (
        <div className="form-row form-add">
          <Menu
            trigger={
              <Button kind="quiet" size="small" icon={<Plus className="icon icon-small" aria-hidden />}>
                {t('form.add_optional', { count: layout.optional.length })}
              </Button>
            }
            actions={layout.optional.map(parameter => ({
              label: parameter.label,
              onSelect: () => set(parameter.key, initialValue(parameter)),
            }))}
          />
        </div>
      )}
      {layout.extra.length > 0 && (
        <>
          <p className="label form-extra">{t('form.extra')}</p>
          {layout.extra.map(key => field(unknownParameter(key)))}
        </>
      )}
    </div>
  )
}

const escapePointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1')

function unknownParameter(key: string): Parameter {
  return {
    key,
    label: key,
    description: '',
    kind: 'json',
    required: false,
    fixed: false,
    choices: [],
    minimum: null,
    maximum: null,
    item: null,
  }
}
