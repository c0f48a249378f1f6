import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallView } from '../../shared/contract/calls.ts'
import { HIDDEN_KEY, keyOperation } from '../../shared/key-operation.ts'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'

/** Says that a key was taken out of an answer, and lets the person have such answers whole from then on. */
export function HiddenKey({ call }: { call: CallView }) {
  return JSON.stringify(call.result ?? '').includes(HIDDEN_KEY) && call.tool_class !== null ? (
    <Note operation={keyOperation(call.tool_class, call.operation ?? '')} name={call.display_name} />
  ) : null
}

function Note({ operation, name }: { operation: string; name: string }) {
  const t = useText()
  const queries = useQueryClient()
  const shown = useQuery(api.system.preferences.queryOptions()).data?.key_operations
  const save = useMutation(
    api.system.setPreferences.mutationOptions({
      onSuccess: saved => queries.setQueryData(api.system.preferences.queryKey(), saved),
    }),
  )
  const allowed = shown?.includes(operation) ?? false
  const action = !allowed && shown && (
    <Button
      size="small"
      disabled={save.isPending}
      onClick={() => save.mutate({ add: { key_operations: [operation] } })}
    >
      {t('call.key_hidden.show')}
    </Button>
  )
  return (
    <>
      <Banner tone="info" action={action}>
        {t(allowed ? 'call.key_hidden.shown' : 'call.key_hidden', { name })}
      </Banner>
      {save.isError && <Banner tone="danger">{shownError(save.error).message}</Banner>}
    </>
  )
}
