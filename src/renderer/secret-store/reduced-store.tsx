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
  const onSuccess = () => void queries.invalidateQueries({ queryKey: api.system.info.key() })
  const keyFile = useMutation(api.system.useKeyFile.mutationOptions({ onSuccess }))
  const session = useMutation(api.system.keepForSession.mutationOptions({ onSuccess }))
  const error = keyFile.error ?? session.error
  const inMemory = store.session === 'chosen'
  if (!store.reduced && !inMemory) return null
  const chooseSession = store.session && (
    <Button disabled={session.isPending} onClick={() => session.mutate({ on: !inMemory })}>
      {t(inMemory ? 'settings.store.session_off' : 'settings.store.session_on')}
    </Button>
  )
  const chooseKeyFile = store.offers_key_file && (
    <Button disabled={keyFile.isPending} onClick={() => keyFile.mutate({})}>
      {t('settings.store.use_key_file')}
    </Button>
  )
  return (
    <>
      {inMemory ? (
        <Banner tone="info" action={chooseSession}>
          {t('settings.store.session')}
        </Banner>
      ) : (
        <Banner tone="warn" action={chooseKeyFile || chooseSession}>
          {t(store.usable ? 'settings.store.weaker' : 'settings.store.unusable', { detail: store.detail })}
          {store.offers_key_file && ` ${t('settings.store.key_file_help')}`}
        </Banner>
      )}
      {error && <Banner tone="danger">{shownError(error).message}</Banner>}
    </>
  )
}
