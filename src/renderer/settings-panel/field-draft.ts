import type { SettingChange, SettingFieldView, SettingsView } from '../../shared/contract/settings.ts'
import { sameValue } from '../setting-fields/same-value.ts'

/** What a person has decided about one field and not saved yet. */
export type FieldDraft =
  /** `confirmed`: the person knows that a secret goes there over plain http. */
  | { readonly kind: 'set'; readonly value: unknown; readonly confirmed?: boolean }
  | { readonly kind: 'empty' }
  | { readonly kind: 'reset' }

export type Drafts = Readonly<Record<string, FieldDraft>>

/** How a field stands on the screen: what is stored, with the unsaved decision over it. */
export interface FieldStatus {
  readonly mode: 'inherited' | 'set' | 'empty'
  readonly value: unknown
  /** The layer the shown value comes from; the scope itself while `mode` is not inherited. */
  readonly origin: 'here' | 'default' | 'global' | 'user' | 'agent'
  /** What would count without this scope's own value. */
  readonly beneath: { readonly origin: SettingFieldView['origin']; readonly value: unknown } | null
  readonly changed: boolean
}

export function fieldStatus(field: SettingFieldView, draft: FieldDraft | undefined): FieldStatus {
  const beneath = beneathOf(field)
  // A secret being typed is set here from the first moment, though nothing is to save yet.
  if (draft?.kind === 'set' && field.schema.type === 'password')
    return { mode: 'set', value: draft.value, origin: 'here', beneath, changed: isChange(field, draft) }
  if (!draft || !isChange(field, draft))
    return field.state === 'inherited'
      ? { mode: 'inherited', value: field.effective, origin: field.origin, beneath: null, changed: false }
      : { mode: field.state, value: storedValue(field), origin: 'here', beneath, changed: false }
  if (draft.kind === 'reset')
    return {
      mode: 'inherited',
      value: beneath?.value ?? null,
      origin: beneath?.origin ?? 'default',
      beneath: null,
      changed: true,
    }
  if (draft.kind === 'empty') return { mode: 'empty', value: '', origin: 'here', beneath, changed: true }
  return { mode: 'set', value: draft.value, origin: 'here', beneath, changed: true }
}

function beneathOf(field: SettingFieldView) {
  if (field.state === 'inherited') return { origin: field.origin, value: field.effective }
  return field.overrides ?? null
}

function storedValue(field: SettingFieldView) {
  return field.state === 'empty' ? '' : field.effective
}

/** A decision that says what is stored already is no change. A secret is never shown, so setting one always is. */
export function isChange(field: SettingFieldView, draft: FieldDraft): boolean {
  if (draft.kind === 'reset') return field.state !== 'inherited'
  if (draft.kind === 'empty') return field.state !== 'empty'
  if (field.schema.type === 'password') return draft.value !== ''
  if (field.state !== 'set') return true
  return !sameValue(draft.value, field.effective)
}

/** What to send: in the order of the fields, only what changes something. */
export function changesOf(fields: readonly SettingFieldView[], drafts: Drafts): SettingChange[] {
  return fields.flatMap((field): SettingChange[] => {
    const draft = drafts[field.schema.key]
    if (!draft || !isChange(field, draft)) return []
    const { key } = field.schema
    if (draft.kind !== 'set') return [{ key, action: draft.kind }]
    return [{ key, action: 'set', value: draft.value, ...(draft.confirmed ? { confirmed: true } : {}) }]
  })
}

/** The first decision after "Override": start from what counts now, so that nothing jumps. */
export function overrideDraft(field: SettingFieldView): FieldDraft {
  const { type } = field.schema
  if (type === 'password') return { kind: 'set', value: '' }
  if (field.effective !== null && field.effective !== undefined) return draftOf(field, field.effective)
  if (type === 'toggle') return { kind: 'set', value: false }
  if (type === 'multi-select') return { kind: 'set', value: [] }
  return draftOf(field, '')
}

const WORDS: readonly string[] = ['text', 'textarea', 'url', 'path']

/** A control's new value as a decision: words that are cleared are empty on purpose, everything else is set. */
export function draftOf(field: SettingFieldView, value: unknown): FieldDraft {
  return value === '' && WORDS.includes(field.schema.type) ? { kind: 'empty' } : { kind: 'set', value }
}

/** Fields that carry a value of their own in this scope, stored or about to be. */
export function fieldsSetHere(fields: readonly SettingFieldView[], drafts: Drafts): SettingFieldView[] {
  return fields.filter(field => fieldStatus(field, drafts[field.schema.key]).mode !== 'inherited')
}

/** Whether a value for everyone would not reach this scope: it has one of its own, or its address leads elsewhere. */
export function countsOnlyHere({ state, origin, secret }: SettingFieldView): boolean {
  return state !== 'inherited' || origin === 'user' || secret?.moved === true
}

/** After REVISION_CONFLICT: which of the unsaved decisions stand against a value somebody else has changed. */
export function conflictingKeys(before: SettingsView, now: SettingsView, drafts: Drafts): string[] {
  const old = new Map(before.fields.map(field => [field.schema.key, field]))
  return now.fields
    .filter(field => {
      const earlier = old.get(field.schema.key)
      if (!drafts[field.schema.key] || !earlier) return false
      return (
        earlier.state !== field.state ||
        !sameValue(earlier.effective, field.effective) ||
        earlier.secret?.updated_at !== field.secret?.updated_at
      )
    })
    .map(field => field.schema.key)
}

/** What is still to be saved after a save: what was decided while it was under way. */
export function draftsAfterSave(drafts: Drafts, sent: Drafts): Drafts {
  return Object.fromEntries(Object.entries(drafts).filter(([key, draft]) => draft !== sent[key]))
}

/** `details.fields` of SETTING_INVALID, as key to sentence. */
export function fieldErrors(details: unknown): Record<string, string> {
  return Object.fromEntries(refusedFields(details).map(({ key, message }) => [key, message]))
}

/** Of these, the keys whose value is taken once the person has confirmed it. */
export function confirmableKeys(details: unknown): ReadonlySet<string> {
  return new Set(
    refusedFields(details)
      .filter(({ code }) => code === 'SETTING_UNPROTECTED')
      .map(({ key }) => key),
  )
}

/** The same decision, confirmed. */
export function confirmedDraft(draft: FieldDraft | undefined): FieldDraft | undefined {
  return draft?.kind === 'set' ? { ...draft, confirmed: true } : draft
}

function refusedFields(details: unknown): { key: string; code: string; message: string }[] {
  if (typeof details !== 'object' || details === null || !('fields' in details)) return []
  const { fields } = details
  if (!Array.isArray(fields)) return []
  return (fields as unknown[]).flatMap(field =>
    typeof field === 'object' && field !== null && 'key' in field && 'message' in field
      ? { key: String(field.key), code: 'code' in field ? String(field.code) : '', message: String(field.message) }
      : [],
  )
}
