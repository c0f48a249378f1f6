import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FolderOpen, KeyRound } from 'lucide-react'
import { api } from '../../api/client.ts'
import { useText } from '../../i18n/text.tsx'
import { AsksFirst } from '../../secret-store/asks-first.tsx'
import { ReducedStore } from '../../secret-store/reduced-store.tsx'
import { StepFrame } from './step-frame.tsx'
import type { StepProps } from './welcome-data.ts'

export function StepKept({ info, onNext }: StepProps) {
  const t = useText()
  const { secret_store } = info
  const queries = useQueryClient()
  const open = useMutation(
    api.system.openSecretStore.mutationOptions({
      onSettled: () => void queries.invalidateQueries({ queryKey: api.system.info.key() }),
    }),
  )
  function goOn() {
    // What the system says to it is shown where the first key is entered.
    if (secret_store.asks) open.mutate({})
    onNext()
  }
  return (
    <StepFrame
      title={t('welcome.step.kept')}
      intro={t('welcome.kept.intro')}
      next={{ label: t('welcome.continue'), onNext: goOn, off: false }}
    >
      <div className="framed kept">
        <div>
          <FolderOpen className="icon" aria-hidden />
          <span>
            <strong>{t('welcome.kept.folder')}</strong>
            <code className="path-text">{info.data_folder}</code>
          </span>
        </div>
        <div>
          <KeyRound className="icon" aria-hidden />
          <span>
            <strong>{t('welcome.kept.secrets')}</strong>
            <span className="muted">
              {secret_store.reduced ? t('welcome.kept.with', { store: secret_store.name }) : secret_store.detail}
            </span>
          </span>
        </div>
      </div>
      <ReducedStore store={secret_store} />
      <AsksFirst />
    </StepFrame>
  )
}
