import { Eye, EyeOff, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'
import { cleanSecret, type SecretRepair } from './clean-secret.ts'
import type { SettingFieldProps } from './setting-field-props.ts'

/** A secret. The stored one never comes here; only what is being typed can be shown. */
export function PasswordSettingField(props: SettingFieldProps) {
  const { value, secret, inherited, id } = props
  if (value === null) return <RemovedSecret {...props} />
  if (inherited)
    return (
      <div className="stack secret-input">
        <StoredSecret id={id} set={secret?.set === true} />
        <Reentry secret={secret} />
      </div>
    )
  if (value === undefined && secret?.set && !secret.needs_reentry) return <KeptSecret {...props} />
  return <SecretInput {...props} />
}

function StoredSecret({ id, set }: { id: string; set: boolean }) {
  const t = useText()
  return (
    <output id={id} className="input secret" data-inherited="">
      <KeyRound className="icon icon-small" aria-hidden />
      <span className="grow clip">{t(set ? 'settings.secret.stored' : 'settings.secret.not_set')}</span>
    </output>
  )
}

/** Why what was entered does not count. */
function Reentry({ secret }: Pick<SettingFieldProps, 'secret'>) {
  const t = useText()
  if (!secret?.needs_reentry) return null
  const why = secret.moved ? 'moved' : secret.set ? 'reentry' : 'gone'
  return (
    <p className="note" data-tone="wait">
      {t(`settings.secret.${why}`)}
    </p>
  )
}

function KeptSecret({ id, schema, onChange }: SettingFieldProps) {
  const t = useText()
  return (
    <div className="row wrap">
      <StoredSecret id={id} set />
      <Button
        size="small"
        aria-label={t('settings.secret.replace_one', { label: schema.label })}
        onClick={() => onChange('')}
      >
        {t('settings.secret.replace')}
      </Button>
      <Button
        size="small"
        kind="quiet"
        aria-label={t('settings.secret.remove_one', { label: schema.label })}
        onClick={() => onChange(null)}
      >
        {t('settings.secret.remove')}
      </Button>
    </div>
  )
}

function RemovedSecret({ id, onChange }: SettingFieldProps) {
  const t = useText()
  return (
    <div className="row wrap">
      <output id={id} className="note">
        {t('settings.secret.will_go')}
      </output>
      <Button size="small" onClick={() => onChange(undefined)}>
        {t('settings.secret.keep')}
      </Button>
    </div>
  )
}

function SecretInput({ id, schema, value, onChange, secret, invalid, describedBy }: SettingFieldProps) {
  const t = useText()
  const [shown, setShown] = useState(false)
  const [repairs, setRepairs] = useState<readonly SecretRepair[]>([])
  const text = typeof value === 'string' ? value : ''
  const RevealIcon = shown ? EyeOff : Eye
  return (
    <div className="stack secret-input">
      <div className="row">
        <span className="input" data-invalid={invalid ? '' : undefined}>
          <input
            id={id}
            // one-time-code keeps password managers from offering to store a key as a login
            autoComplete="one-time-code"
            spellCheck={false}
            type={shown ? 'text' : 'password'}
            value={text}
            // biome-ignore lint/a11y/noAutofocus: it appears because "Replace" was pressed
            autoFocus={secret?.set === true && value === ''}
            aria-invalid={invalid || undefined}
            aria-describedby={describedBy}
            onChange={event => {
              setRepairs([])
              onChange(event.target.value)
            }}
            onPaste={event => {
              const clean = cleanSecret(event.clipboardData.getData('text'))
              if (clean.repairs.length === 0) return
              event.preventDefault()
              setRepairs(clean.repairs)
              onChange(clean.value)
            }}
          />
          {text !== '' && (
            <Button
              kind="quiet"
              size="small"
              icon={<RevealIcon className="icon" aria-hidden />}
              aria-label={t(shown ? 'settings.secret.hide' : 'settings.secret.reveal', { label: schema.label })}
              onClick={() => setShown(!shown)}
            />
          )}
        </span>
        {secret?.set && !secret.needs_reentry && (
          <Button size="small" kind="quiet" onClick={() => onChange(undefined)}>
            {t('settings.secret.keep')}
          </Button>
        )}
      </div>
      <Reentry secret={secret} />
      {repairs.length > 0 && (
        <p className="note" role="status">
          {repairs.map(repair => t(`settings.secret.cleaned.${repair}`)).join(' ')}
        </p>
      )}
    </div>
  )
}
