import { type ReactNode, useId } from 'react'
import type { DriverView, ModelConfigView } from '../../shared/contract/models.ts'
import type { SettingSchemaView } from '../../shared/contract/settings.ts'
import { Button } from '../components/button.tsx'
import { Select } from '../components/select.tsx'
import { useText } from '../i18n/text.tsx'
import { settingField } from '../setting-fields/setting-fields.ts'
import { FieldHelp } from '../settings-panel/field-help.tsx'
import { type ModelForm, missingForTest, modelDraftOf, modelSetting, suggestedName } from './model-draft.ts'
import { ModelTestResult } from './model-test-result.tsx'
import type { ModelTest } from './use-model-test.ts'

export interface ModelFieldsProps {
  readonly driver: DriverView
  readonly form: ModelForm
  readonly onForm: (form: ModelForm) => void
  readonly stored: ModelConfigView | null
  readonly test: ModelTest
  readonly errors: Readonly<Record<string, string>>
  /** Only these settings; every declared one otherwise. */
  readonly only?: readonly string[]
  /** Models that are known without a test. */
  readonly models?: readonly string[]
  readonly named?: boolean
}

/** The settings a kind of model declares, with the test beside them. */
export function ModelFields(props: ModelFieldsProps) {
  const { driver, form, onForm, stored, test, only, named } = props
  const t = useText()
  const shown = driver.settings_schema.filter(setting => !only || only.includes(setting.key))
  const first = shown.filter(setting => isFirst(driver, setting))
  const more = shown.filter(setting => !isFirst(driver, setting))
  const missing = missingForTest(driver, form, stored).map(setting => setting.label)
  const whyId = useId()

  function set(key: string, value: unknown) {
    const { [key]: _old, ...rest } = form.settings
    onForm({ ...form, settings: value === undefined ? rest : { ...rest, [key]: value } })
    // Another model of the same endpoint: what was found about the endpoint still holds.
    if (key !== modelSetting(driver)?.key) test.forget()
  }
  function takeModels(models: readonly string[]) {
    const key = modelSetting(driver)?.key
    const current = key && form.settings[key]
    if (key && models[0] && (typeof current !== 'string' || current.trim() === '')) set(key, models[0])
  }

  return (
    <div className="model-fields">
      {named && (
        <Row
          label={t('settings.model.name')}
          help={t('settings.model.name_help', { name: suggestedName(driver, form) })}
        >
          {id => (
            <input
              id={id}
              className="input"
              value={form.name}
              maxLength={80}
              onChange={event => onForm({ ...form, name: event.target.value })}
            />
          )}
        </Row>
      )}
      {first.map(setting => (
        <Setting key={setting.key} {...props} setting={setting} onValue={value => set(setting.key, value)} />
      ))}
      {more.length > 0 && (
        <details className="model-more">
          <summary className="note">{t('settings.model.more')}</summary>
          {more.map(setting => (
            <Setting key={setting.key} {...props} setting={setting} onValue={value => set(setting.key, value)} />
          ))}
        </details>
      )}
      <div className="row wrap model-test">
        <Button
          aria-disabled={missing.length > 0 || test.running}
          aria-describedby={whyId}
          onClick={() => test.run(modelDraftOf(driver, form), takeModels)}
        >
          {t(test.running ? 'settings.test.running' : 'settings.test.run')}
        </Button>
        <span id={whyId} className="note">
          {missing.length > 0 && t('settings.model.fill_first', { labels: missing.join(', ') })}
        </span>
        {test.result && <ModelTestResult result={test.result} />}
      </div>
    </div>
  )
}

/** What everybody fills in stands first; the rest folds away. */
function isFirst(driver: DriverView, setting: SettingSchemaView): boolean {
  return setting.required || setting.type === 'password' || setting.key === modelSetting(driver)?.key
}

interface SettingProps extends ModelFieldsProps {
  readonly setting: SettingSchemaView
  readonly onValue: (value: unknown) => void
}

function Setting({ driver, form, stored, test, errors, models, setting, onValue }: SettingProps) {
  const t = useText()
  const value = form.settings[setting.key]
  const error = errors[setting.key]
  const listed = setting.key === modelSetting(driver)?.key ? (test.result?.models ?? models ?? []) : []
  const Control = settingField(setting.type)
  return (
    <Row label={setting.label} required={setting.required} error={error} setting={setting}>
      {(id, describedBy) =>
        listed.length > 0 ? (
          <Select
            id={id}
            value={typeof value === 'string' ? value : null}
            options={withCurrent(listed, value).map(model => ({ value: model, label: model }))}
            invalid={error !== undefined}
            describedBy={describedBy}
            placeholder={t('settings.choose')}
            onChange={onValue}
          />
        ) : (
          <Control
            id={id}
            schema={setting}
            value={value}
            invalid={error !== undefined}
            describedBy={describedBy}
            secret={setting.type === 'password' ? (stored?.secrets[setting.key] ?? null) : null}
            onChange={onValue}
          />
        )
      }
    </Row>
  )
}

function withCurrent(models: readonly string[], value: unknown): readonly string[] {
  return typeof value === 'string' && value !== '' && !models.includes(value) ? [value, ...models] : models
}

interface RowProps {
  readonly label: string
  readonly required?: boolean
  readonly help?: string
  readonly setting?: SettingSchemaView
  readonly error?: string
  readonly children: (id: string, describedBy: string) => ReactNode
}

function Row({ label, required, help, setting, error, children }: RowProps) {
  const t = useText()
  const id = useId()
  return (
    <div className="model-row">
      <label className="form-label" htmlFor={id}>
        {label}
        {required && (
          <span className="required" role="img" aria-label={t('common.required')}>
            *
          </span>
        )}
      </label>
      <div className="grow">
        {children(id, error ? `${id}-error ${id}-help` : `${id}-help`)}
        {setting ? (
          <FieldHelp id={`${id}-help`} schema={setting} />
        ) : (
          <div id={`${id}-help`} className="scoped-help">
            {help}
          </div>
        )}
        {error && (
          <p id={`${id}-error`} className="note" data-tone="danger" role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
