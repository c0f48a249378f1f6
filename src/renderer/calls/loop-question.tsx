import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'
import { useKeptText } from '../unsaved/kept-text.ts'

interface Props {
  readonly callId: string
  readonly agent: string
  readonly repeats: number
}

/** A chat that goes in a circle waits for a word of the person's (T9). */
export function LoopQuestion({ callId, agent, repeats }: Props) {
  const t = useText()
  const id = useId()
  const [hint, setHint] = useKeptText(`loop ${callId}`)
  const answer = useMutation(api.calls.answerLoop.mutationOptions({ onSuccess: () => setHint('') }))
  const say = (how: 'continue' | 'stop') => answer.mutate({ call_id: callId, answer: how })

  function tell(event: FormEvent) {
    event.preventDefault()
    if (hint.trim() !== '' && !answer.isPending) answer.mutate({ call_id: callId, answer: 'hint', hint })
  }

  return (
    <div className="stack">
      <p className="note" data-tone="warn">
        {t('call.loop.text', { agent, count: repeats })}
      </p>
      <form className="row wrap" onSubmit={tell}>
        <label className="visually-hidden" htmlFor={id}>
          {t('call.loop.hint', { agent })}
        </label>
        <input
          id={id}
          className="input grow"
          placeholder={t('call.loop.hint', { agent })}
          value={hint}
          maxLength={2_000}
          onChange={event => setHint(event.target.value)}
        />
        <Button type="submit" size="small" aria-disabled={hint.trim() === '' || answer.isPending || undefined}>
          {t('call.loop.tell')}
        </Button>
        <Button size="small" disabled={answer.isPending} onClick={() => say('continue')}>
          {t('call.loop.continue')}
        </Button>
        <Button size="small" disabled={answer.isPending} onClick={() => say('stop')}>
          {t('call.loop.stop')}
        </Button>
      </form>
      {answer.isError && (
        <p className="note" data-tone="danger" role="alert">
          {shownError(answer.error).message}
        </p>
      )}
    </div>
  )
}
