import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { api } from '../api/client.ts'
import { Button } from '../components/button.tsx'
import { Checkbox } from '../components/checkbox.tsx'
import { QueryView } from '../components/query-view.tsx'
import { SearchField } from '../components/search-field.tsx'
import { useText } from '../i18n/text.tsx'
import { type Choice, chosenValues, searchChoices, withoutValue, withValue } from './multi-select-values.ts'
import { asText, type SettingFieldProps } from './setting-field-props.ts'

/** Choices are declared by the tool, or looked up by main when it names a data source. */
export function MultiSelectSettingField(props: SettingFieldProps) {
  const declared = props.schema.options.map(option => ({ ...option, description: null }))
  return props.schema.data_source && props.toolClass ? (
    <LookedUpChoices {...props} toolClass={props.toolClass} />
  ) : (
    <Choices {...props} choices={declared} />
  )
}

function LookedUpChoices(props: SettingFieldProps & { readonly toolClass: string }) {
  const t = useText()
  const { toolClass, schema } = props
  const options = useQuery(api.settings.options.queryOptions({ input: { tool_class: toolClass, key: schema.key } }))
  return (
    <div className="stack choices">
      <QueryView
        query={options}
        isEmpty={list => list.length === 0 && asList(props.value).length === 0}
        empty={<span className="note">{t('settings.choices.none')}</span>}
      >
        {list => <Choices {...props} choices={list} />}
      </QueryView>
      {/^\/?skills\b/.test(schema.data_source ?? '') && (
        <Link className="note" href="/settings/skills">
          {t('settings.choices.skills')}
        </Link>
      )}
    </div>
  )
}

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function Choices({
  id,
  schema,
  value,
  onChange,
  inherited,
  choices,
}: SettingFieldProps & { choices: readonly Choice[] }) {
  const t = useText()
  const { known, gone } = chosenValues(value, choices)
  return (
    <div className="stack choices">
      <div className="row wrap">
        {known.map(choice => (
          <Tag
            key={asText(choice.value)}
            label={choice.label}
            onRemove={inherited ? undefined : () => onChange(withoutValue(value, choice.value))}
          />
        ))}
        {gone.map(each => (
          <Tag
            key={asText(each)}
            label={t('settings.choices.gone', { value: asText(each) })}
            onRemove={inherited ? undefined : () => onChange(withoutValue(value, each))}
          />
        ))}
        {inherited ? (
          known.length + gone.length === 0 && (
            <output id={id} className="muted">
              {t('settings.choices.nothing')}
            </output>
          )
        ) : (
          <ChoiceMenu id={id} label={schema.label} value={value} choices={choices} onChange={onChange} />
        )}
      </div>
    </div>
  )
}

function Tag({ label, onRemove }: { label: string; onRemove?: () => void }) {
  const t = useText()
  return (
    <span className="tag">
      {label}
      {onRemove && (
        <button type="button" aria-label={t('settings.choices.remove', { label })} onClick={onRemove}>
          <X className="icon" aria-hidden />
        </button>
      )}
    </span>
  )
}

interface MenuProps {
  readonly id: string
  readonly label: string
  readonly value: unknown
  readonly choices: readonly Choice[]
  readonly onChange: (value: unknown) => void
}

const SEARCH_FROM = 8

function ChoiceMenu({ id, label, value, choices, onChange }: MenuProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const found = searchChoices(choices, search)
  const { known } = chosenValues(value, choices)
  const all = found.length > 0 && found.every(choice => known.includes(choice))
  return (
    <Popover.Root onOpenChange={() => setSearch('')}>
      <Popover.Trigger
        render={
          <Button id={id} size="small">
            {t('settings.choose')} <ChevronDown className="icon icon-small" aria-hidden />
          </Button>
        }
      />
      <Popover.Portal>
        <Popover.Positioner className="menu-positioner" sideOffset={4} align="start">
          <Popover.Popup className="menu choice-menu" aria-label={label}>
            {choices.length >= SEARCH_FROM && (
              <SearchField label={t('settings.choices.search')} value={search} onChange={setSearch} />
            )}
            {found.length > 1 && (
              <Button
                kind="quiet"
                size="small"
                onClick={() =>
                  onChange(
                    found.reduce<unknown>(
                      (list, choice) => (all ? withoutValue(list, choice.value) : withValue(list, choice.value)),
                      value,
                    ),
                  )
                }
              >
                {t(all ? 'settings.choices.clear' : 'settings.choices.all', { count: found.length })}
              </Button>
            )}
            {found.length === 0 && <p className="note">{t('settings.choices.no_match')}</p>}
            {found.map(choice => (
              <div key={asText(choice.value)} className="choice-line">
                <Checkbox
                  label={choice.label}
                  checked={known.includes(choice)}
                  onChange={on => onChange(on ? withValue(value, choice.value) : withoutValue(value, choice.value))}
                />
                <span className="grow" aria-hidden="true">
                  {choice.label}
                  {choice.description && <small className="note">{choice.description}</small>}
                </span>
              </div>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
