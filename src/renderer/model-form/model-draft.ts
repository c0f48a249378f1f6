import type { DriverView, ModelConfigView, ModelDraft } from '../../shared/contract/models.ts'
import type { SettingSchemaView } from '../../shared/contract/settings.ts'

/** A model's form. Secrets hold what is being typed, or null to remove the stored one; left out, the stored one stays. */
export interface ModelForm {
  readonly id: number | null
  readonly driver: string
  readonly name: string
  readonly settings: Readonly<Record<string, unknown>>
}

export function newModelForm(driver: DriverView, settings: Readonly<Record<string, unknown>> = {}): ModelForm {
  return { id: null, driver: driver.driver, name: '', settings: { ...defaultsOf(driver), ...settings } }
}

export function editModelForm(driver: DriverView, config: ModelConfigView): ModelForm {
  return {
    id: config.id,
    driver: driver.driver,
    name: config.name,
    settings: { ...defaultsOf(driver), ...config.settings },
  }
}

function defaultsOf(driver: DriverView): Record<string, unknown> {
  return Object.fromEntries(
    driver.settings_schema
      .filter(setting => setting.type !== 'password' && setting.default !== null && setting.default !== undefined)
      .map(setting => [setting.key, setting.default]),
  )
}

/** The setting that names the model; a test's list of models becomes its choices. */
export function modelSetting(driver: DriverView): SettingSchemaView | undefined {
  return driver.settings_schema.find(setting => setting.key === 'model')
}

export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

/** What must be filled in before a test or a save can mean anything. A stored secret counts as filled in. */
export function missingInForm(
  driver: DriverView,
  form: ModelForm,
  stored: ModelConfigView | null,
): SettingSchemaView[] {
  return driver.settings_schema.filter(setting => {
    if (!setting.required) return false
    const value = form.settings[setting.key]
    if (setting.type === 'password' && value === undefined) return !stored?.secrets[setting.key]?.set
    return isBlank(value)
  })
}

/** For "Test", which can answer with the models: everything but the model itself must be there. */
export function missingForTest(driver: DriverView, form: ModelForm, stored: ModelConfigView | null) {
  return missingInForm(driver, form, stored).filter(setting => setting.key !== modelSetting(driver)?.key)
}

/** A name nobody has to think of: the model's own, else the driver's. */
export function suggestedName(driver: DriverView, form: ModelForm): string {
  const key = modelSetting(driver)?.key
  const model = key ? form.settings[key] : null
  return typeof model === 'string' && model.trim() !== '' ? model.trim().slice(0, 80) : driver.name
}

/** What is sent. Blank optional values and untouched secrets are left out. */
export function modelDraftOf(driver: DriverView, form: ModelForm): ModelDraft {
  const settings = Object.fromEntries(
    driver.settings_schema.flatMap(({ key, type }): [string, unknown][] => {
      const value = form.settings[key]
      if (type === 'password' && value === null) return [[key, null]]
      return isBlank(value) ? [] : [[key, typeof value === 'string' ? value.trim() : value]]
    }),
  )
  return {
    ...(form.id === null ? {} : { id: form.id }),
    name: form.name.trim() || suggestedName(driver, form),
    driver: form.driver,
    settings,
  }
}

/** Only what was changed in the form of `base`, put over what is stored now: what others changed meanwhile stays. */
export function rebasedForm(
  driver: DriverView,
  base: ModelConfigView,
  form: ModelForm,
  now: ModelConfigView,
): ModelForm {
  const [before, fresh] = [editModelForm(driver, base), editModelForm(driver, now)]
  const mine = changedSettings(before, form)
  const others = Object.entries(fresh.settings).filter(([key]) => !mine.includes(key))
  const own = Object.entries(form.settings).filter(([key]) => mine.includes(key))
  return {
    ...fresh,
    name: form.name === before.name ? fresh.name : form.name,
    settings: Object.fromEntries([...others, ...own]),
  }
}

/** What was changed on both sides, and not to the same. */
export function clashingSettings(
  driver: DriverView,
  base: ModelConfigView,
  form: ModelForm,
  now: ModelConfigView,
): { readonly key: string; readonly theirs: unknown }[] {
  const [before, fresh] = [editModelForm(driver, base), editModelForm(driver, now)]
  const changed = driver.settings_schema.filter(({ key, type }) =>
    type === 'password'
      ? base.secrets[key]?.updated_at !== now.secrets[key]?.updated_at
      : !same(before.settings[key], fresh.settings[key]) && !same(form.settings[key], fresh.settings[key]),
  )
  const mine = changedSettings(before, form)
  const settings = changed.flatMap(({ key }) => (mine.includes(key) ? [{ key, theirs: fresh.settings[key] }] : []))
  const names = [before.name, form.name, fresh.name]
  return new Set(names).size === names.length ? [{ key: 'name', theirs: fresh.name }, ...settings] : settings
}

function changedSettings(before: ModelForm, form: ModelForm): string[] {
  const keys = new Set([...Object.keys(before.settings), ...Object.keys(form.settings)])
  return [...keys].filter(key => !same(before.settings[key], form.settings[key]))
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** A model server found on this computer, as settings of the compatible driver. */
export function localSettings(server: { base_url: string; models: readonly string[] }): Record<string, unknown> {
  return { base_url: server.base_url, ...(server.models[0] ? { model: server.models[0] } : {}) }
}
