import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Button } from '../../components/button.tsx'
import { useText } from '../../i18n/text.tsx'

/** A model wrote a call as text, so nothing ran: one click asks it to call the tool. */
export function CallAsText({ chat }: { chat: number }) {
  const t = useText()
  const more = useMutation(api.tasks.continue.mutationOptions())
  return (
    <>
      <Button
        size="small"
        disabled={more.isPending}
        onClick={() => more.mutate({ id: chat, prompt: t('chats.call_as_text.prompt') })}
      >
        {t('chats.call_as_text.ask')}
      </Button>
      {more.isError && (
        <span className="note" data-tone="danger">
          {shownError(more.error).message}
        </span>
      )}
    </>
  )
}
