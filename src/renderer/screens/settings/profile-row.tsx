import { type ReactNode, useId } from 'react'
import { Switch } from '../../components/switch.tsx'
import { useText } from '../../i18n/text.tsx'

interface Props {
  readonly label: string
  readonly help?: string
  /** The id of its control, when it has only one. */
  readonly htmlFor?: string
  readonly shared: boolean
  readonly onShared: (shared: boolean) => void
  readonly problem: string | null
  readonly children: ReactNode
}

/** One field of the profile, and whether agents may know it. */
export function ProfileRow({ label, help, htmlFor, shared, onShared, problem, children }: Props) {
  const t = useText()
  const id = useId()
  return (
    <div className="scoped profile-row">
      <div>
        {htmlFor ? (
          <label className="scoped-label" htmlFor={htmlFor}>
            {label}
          </label>
        ) : (
          <div className="scoped-label">{label}</div>
        )}
        {help && <div className="scoped-help">{help}</div>}
      </div>
      <div className="scoped-control">
        {children}
        {problem && (
          <span className="note scoped-note" data-tone="danger" role="alert">
            {problem}
          </span>
        )}
      </div>
      <div className="row profile-share">
        <Switch id={id} checked={shared} onChange={onShared} label={t('people.share_one', { label })} />
        <label className="note" htmlFor={id}>
          {t('people.share')}
        </label>
      </div>
    </div>
  )
}
