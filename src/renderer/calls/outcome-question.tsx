import { useMutation } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'

/** After a crash only the person can know whether a call happened (J2). */
export function OutcomeQuestion({ callId }: { callId: string }) {
  const t = useText()
  const resolve = useMutation(api.calls.resolve.mutationOptions())
  const answer = (answer: 'it_happened' | 'run_again' | 'skip') => resolve.mutate({ call_id: callId, answer })
  return (
    <div className="stack">
      <p className="note" data-tone="warn">
        {t('call.unknown.text')}
      </p>
      <div className="row wrap">
        <Button size="small" disabled={resolve.isPending} onClick={() => answer('it_happened')}>
          {t('call.unknown.happened')}
        </Button>
        <Button size="small" disabled={resolve.isPending} onClick={() => answer('run_again')}>
          {t('call.unknown.again')}
        </Button>
        <Button size="small" disabled={resolve.isPending} onClick={() => answer('skip')}>
          {t('call.unknown.skip')}
        </Button>
      </div>
      {resolve.isError && (
        <p className="note" data-tone="danger" role="alert">
          {shownError(resolve.error).message}
        </p>
      )}
    </div>
  )
}
