import { expect, test } from 'vitest'
import type { DriverView, ModelConfigView } from '../../shared/contract/models.ts'
import {
  clashingSettings,
  editModelForm,
  missingForTest,
  missingInForm,
  modelDraftOf,
  newModelForm,
  rebasedForm,
  suggestedName,
} from './model-draft.ts'

const setting = (key: string, type: string, required: boolean, value: unknown = null) =>
  ({ key, label: key, type, required, default: value }) as unknown as DriverView['settings_schema'][number]
const driver = {
  driver: 'openai_compatible',
  name: 'OpenAI-compatible',
  settings_schema: [
    setting('base_url', 'url', true, 'https://api.example.com/v1'),
    setting('api_key', 'password', true),
    setting('model', 'text', true),
    setting('temperature', 'number', false),
  ],
} as unknown as DriverView
const stored = {
  id: 7,
  name: 'Work',
  settings: { base_url: 'https://mine.example', model: 'm1' },
  secrets: { api_key: { set: true, updated_at: null, needs_reentry: false } },
} as unknown as ModelConfigView

test('a new form starts from the declared defaults and says what is missing', () => {
  const form = newModelForm(driver)
  expect(form.settings).toEqual({ base_url: 'https://api.example.com/v1' })
  expect(missingInForm(driver, form, null).map(each => each.key)).toEqual(['api_key', 'model'])
  expect(missingForTest(driver, form, null).map(each => each.key)).toEqual(['api_key'])
})

test('a stored secret counts, stays when untouched, and goes only when removed', () => {
  const form = editModelForm(driver, stored)
  expect(missingInForm(driver, form, stored)).toEqual([])
  expect(modelDraftOf(driver, form)).toEqual({
    id: 7,
    name: 'Work',
    driver: 'openai_compatible',
    settings: { base_url: 'https://mine.example', model: 'm1' },
  })
  const removed = { ...form, settings: { ...form.settings, api_key: null } }
  expect(modelDraftOf(driver, removed).settings).toMatchObject({ api_key: null })
  expect(missingInForm(driver, removed, stored).map(each => each.key)).toEqual(['api_key'])
})

test('blank values are not sent, and an unnamed model is called by its model', () => {
  const form = { ...newModelForm(driver), settings: { base_url: ' https://x.example ', model: 'm2', temperature: '' } }
  expect(suggestedName(driver, form)).toBe('m2')
  expect(modelDraftOf(driver, form)).toEqual({
    name: 'm2',
    driver: 'openai_compatible',
    settings: { base_url: 'https://x.example', model: 'm2' },
  })
})

test('3.4: what was changed elsewhere while a form was open stays, but for what was changed in the form', () => {
  const form = { ...editModelForm(driver, stored), settings: { base_url: 'https://mine.example', model: 'm9' } }
  const now = { ...stored, name: 'Office', settings: { base_url: 'https://theirs.example', model: 'm1' } }
  expect(clashingSettings(driver, stored, form, now)).toEqual([])
  expect(modelDraftOf(driver, rebasedForm(driver, stored, form, now))).toMatchObject({
    name: 'Office',
    settings: { base_url: 'https://theirs.example', model: 'm9' },
  })
  const both = { ...now, settings: { ...now.settings, model: 'm5' }, secrets: { api_key: { updated_at: 'later' } } }
  const typed = { ...form, name: 'Home', settings: { ...form.settings, api_key: 'k' } }
  expect(clashingSettings(driver, stored, typed, both as unknown as ModelConfigView)).toEqual([
    { key: 'name', theirs: 'Office' },
    { key: 'api_key', theirs: undefined },
    { key: 'model', theirs: 'm5' },
  ])
})
