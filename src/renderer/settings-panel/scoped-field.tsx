import { CircleSlash, Sparkles, Undo2 } from 'lucide-react'
import type { SettingFieldView, SettingScope } from '../../shared/contract/settings.ts'
import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { useText } from '../i18n/text.tsx'
import { displayValue } from '../setting-fields/display-value.ts'
import { settingField } from '../setting-fields/setting-fields.ts'
import { draftOf, type FieldDraft, type FieldStatus, fieldStatus, overrideDraft } from './field-draft.ts'
import { FieldError } from './field-error.tsx'
import { FieldHelp } from './field-help.tsx'
import { FieldSource } from './field-source.tsx'

export interface ScopedFieldProps {
  readonly field: SettingFieldView
  readonly scope: SettingScope['scope']
  readonly toolClass: string
  readonly draft: FieldDraft | undefined
  readonly onDraft: (draft: FieldDraft | undefined) => void
  readonly error?: string
  /** Saves the refused value, told what that means. */
  readonly onConfirm?: (() => void) | undefined
  /** Somebody else changed the stored value while this one was being edited. */
  readonly conflict?: { readonly onMine: () => void }
  readonly secretStore: string
}

/** One setting: label, control, and where the value comes from with the way to change that. */
export function ScopedField(props: ScopedFieldProps) {
  const { field, toolClass, draft, onDraft, error, onConfirm, conflict } = props
  const t = useText()
  const { schema } = field
  const status = fieldStatus(field, draft)
  const Control = settingField(schema.type)
  const id = `setting-${schema.key}`
  const isSecret = schema.type === 'password'
  return (
    <div className="scoped" data-key={schema.key}>
      <div>
        <div className="scoped-label">
          {/* A group of choices is no form control, so it carries its own name. */}
          <label htmlFor={id}>{schema.label}</label>
          {schema.required && (
            <span className="required" role="img" aria-label={t('common.required')}>
              *
            </span>
          )}
          {schema.expose_to_llm && (
            <span className="model-sees">
              <Sparkles className="icon" aria-hidden />
              {t('settings.model_sees')}
            </span>
          )}
        </div>
        <FieldHelp id={`${id}-help`} schema={schema} />
      </div>
      <div className="scoped-control">
        <Control
          id={id}
          schema={schema}
          value={isSecret ? secretValue(draft, status.changed) : status.value}
          inherited={status.mode === 'inherited'}
          invalid={error !== undefined}
          describedBy={error ? `${id}-error ${id}-help` : `${id}-help`}
          toolClass={toolClass}
          secret={field.secret}
          onChange={value => onDraft(isSecret ? secretDraft(value) : draftOf(field, value))}
        />
        {isEmptyOnPurpose(status) && (
          <Chip tone="info" icon={<CircleSlash className="icon" aria-hidden />}>
            {t('settings.empty_on_purpose')}
          </Chip>
        )}
        {status.changed && <NotSaved {...props} />}
        {field.problem && !status.changed && (
          <p className="note scoped-note" data-tone="warn">
            {t('settings.problem', { problem: field.problem })}
          </p>
        )}
        {error && <FieldError id={`${id}-error`} message={error} onConfirm={onConfirm} />}
        {conflict && (
          <div className="scoped-note row wrap">
            <span className="note" data-tone="wait">
              {t('settings.conflict', { value: displayValue(t, schema, field.effective) })}
            </span>
            <Button size="small" onClick={conflict.onMine}>
              {t('settings.conflict.mine')}
            </Button>
            <Button size="small" onClick={() => onDraft(undefined)}>
              {t('settings.conflict.theirs')}
            </Button>
          </div>
        )}
      </div>
      <FieldSource
        {...props}
        status={status}
        onOverride={() => onDraft(overrideDraft(field))}
        onReset={() => onDraft({ kind: 'reset' })}
      />
    </div>
  )
}

/** Here, or further up: an inherited value that is blank would look like none at all. */
function isEmptyOnPurpose({ mode, value, origin }: FieldStatus): boolean {
  return mode === 'empty' || (mode === 'inherited' && value === '' && origin !== 'default')
}

/** A secret's control gets what is being typed, never what is stored; null when it is to go. */
function secretValue(draft: FieldDraft | undefined, changed: boolean): unknown {
  if (draft?.kind === 'reset' && changed) return null
  return draft?.kind === 'set' ? draft.value : undefined
}

function secretDraft(value: unknown): FieldDraft | undefined {
  if (value === undefined) return undefined
  return value === null ? { kind: 'reset' } : { kind: 'set', value }
}

function NotSaved({ field, onDraft }: ScopedFieldProps) {
  const t = useText()
  const { schema } = field
  const had = field.state !== 'inherited' && schema.type !== 'password'
  return (
    <span className="row">
      <span className="changed-dot" aria-hidden="true" />
      <span className="note" data-tone="info">
        {had ? (
          <>
            {t('settings.not_saved_was')}{' '}
            <del>{displayValue(t, schema, field.state === 'empty' ? '' : field.effective)}</del>
          </>
        ) : (
          t('settings.not_saved')
        )}
      </span>
      <Button
        kind="quiet"
        size="small"
        icon={<Undo2 className="icon icon-small" aria-hidden />}
        aria-label={t('settings.undo_one', { label: schema.label })}
        onClick={() => onDraft(undefined)}
      />
    </span>
  )
}
