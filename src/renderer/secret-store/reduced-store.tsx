import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SecretStore } from '../../shared/contract/system.ts'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { useText } from '../i18n/text.tsx'

/** What is wrong with the place secrets are kept in, and the way out where there is one. */
export function ReducedStore({ store }: { store: SecretStore }) {
  const t = useText()
  const queries = useQueryClient()
  const choose = useMutation(
    api.system.useKeyFile.mutationOptions({
      onSuccess: () => void queries.invalidateQueries({ queryKey: api.system.info.key() }),
    }),
  )
  if (!store.reduced) return null
  const action = store.offers_key_file && (
    <Button disabled={choose.isPending} onClick={() => choose.mutate({})}>
      {t('settings.store.use_key_file')}
    </Button>
  )
  return (
    <>
      <Banner tone="warn" action={action}>
        {t(store.usable ? 'settings.store.weaker' : 'settings.store.unusable', { detail: store.detail })}
        {store.offers_key_file && ` ${t('settings.store.key_file_help')}`}
      </Banner>
      {choose.isError && <Banner tone="danger">{shownError(choose.error).message}</Banner>}
    </>
  )
}
