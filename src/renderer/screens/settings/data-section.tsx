import { useQuery } from '@tanstack/react-query'
import { Hourglass, KeyRound, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { SecretStore } from '../../../shared/contract/system.ts'
import { api } from '../../api/client.ts'
import { Chip } from '../../components/chip.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useText } from '../../i18n/text.tsx'
import { AsksFirst } from '../../secret-store/asks-first.tsx'
import { ReducedStore } from '../../secret-store/reduced-store.tsx'
import { BackupList } from './backup-list.tsx'

/** Where everything a person owns is kept. */
export function DataSection() {
  const t = useText()
  const info = useQuery(api.system.info.queryOptions())
  return (
    <QueryView query={info}>
      {({ data_folder, secret_store }) => (
        <div>
          <div className="scoped plain-row">
            <div>
              <div className="scoped-label">{t('settings.data.folder')}</div>
              <div className="scoped-help">{t('settings.data.folder_help')}</div>
            </div>
            <div className="row wrap">
              <code className="path-text">{data_folder}</code>
              <CopyButton text={data_folder} />
            </div>
          </div>
          <div className="scoped plain-row">
            <div>
              <div className="scoped-label">{t('settings.data.secrets')}</div>
              {!secret_store.reduced && <div className="scoped-help">{secret_store.detail}</div>}
            </div>
            <div className="row wrap">
              <span>{secret_store.name}</span>
              <StoreChip store={secret_store} />
            </div>
          </div>
          <ReducedStore store={secret_store} />
          <AsksFirst />
          <BackupList />
        </div>
      )}
    </QueryView>
  )
}

/** How well new keys are kept, and how long. */
function StoreChip({ store }: { store: SecretStore }) {
  const t = useText()
  if (store.session === 'chosen')
    return <Chip icon={<Hourglass className="icon" aria-hidden />}>{t('settings.data.secrets_session')}</Chip>
  if (store.asks) return <Chip icon={<KeyRound className="icon" aria-hidden />}>{t('settings.data.secrets_none')}</Chip>
  if (store.reduced)
    return (
      <Chip tone="warn" icon={<ShieldAlert className="icon" aria-hidden />}>
        {t(store.usable ? 'settings.data.secrets_reduced' : 'settings.data.secrets_unusable')}
      </Chip>
    )
  return (
    <Chip tone="ok" icon={<ShieldCheck className="icon" aria-hidden />}>
      {t('settings.data.secrets_ok')}
    </Chip>
  )
}
