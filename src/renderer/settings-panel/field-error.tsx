import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'

interface Props {
  readonly id: string
  readonly message: string
  /** The value is taken all the same when the person says so. */
  readonly onConfirm: (() => void) | undefined
}

/** Why a value was refused, where it stands, with the way to have it all the same where there is one. */
export function FieldError({ id, message, onConfirm }: Props) {
  const t = useText()
  return (
    <div className="stack gap-1! scoped-note" role="alert">
      <p id={id} className="note" data-tone="danger">
        {message}
      </p>
      {onConfirm && (
        <div>
          <Button size="small" onClick={onConfirm}>
            {t('settings.unprotected.confirm')}
          </Button>
        </div>
      )}
    </div>
  )
}
