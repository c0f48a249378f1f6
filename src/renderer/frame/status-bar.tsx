import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Cpu, Hand, LoaderCircle, Unplug } from 'lucide-react'
import { useLocation } from 'wouter'
import { api } from '../api/client.ts'
import { useConnection } from '../api/connection.ts'
import { openApprovals } from '../approvals/approvals-dialog-state.ts'
import { useText } from '../i18n/text.tsx'
import { useCounts } from './use-counts.ts'

/** Connection, model, what runs and what waits; each leads to where it is dealt with. */
export function StatusBar() {
  const t = useText()
  const [, navigate] = useLocation()
  const { waiting, running } = useCounts()
  return (
    <section className="status-bar" aria-label={t('status.label')}>
      <ConnectionState />
      <DefaultModel onOpen={() => navigate('/settings/models')} />
      {running > 0 && (
        <button type="button" onClick={() => navigate('/chats')}>
          <LoaderCircle className="icon" aria-hidden />
          {t('status.running', { count: running })}
        </button>
      )}
      {waiting > 0 && (
        <button type="button" data-tone="wait" onClick={() => openApprovals()}>
          <Hand className="icon" aria-hidden />
          {t('status.waiting', { count: waiting })}
        </button>
      )}
    </section>
  )
}

function ConnectionState() {
  const t = useText()
  const connection = useConnection()
  if (connection === 'open')
    return (
      <span data-tone="ok">
        <CircleCheck className="icon" aria-hidden />
        {t('status.ready')}
      </span>
    )
  return (
    <span data-tone="wait" role="status">
      <Unplug className="icon" aria-hidden />
      {t(`status.${connection}`)}
    </span>
  )
}

function DefaultModel({ onOpen }: { onOpen: () => void }) {
  const t = useText()
  const models = useQuery(api.models.list.queryOptions())
  if (!models.data) return null
  const model = models.data.find(config => config.is_default)
  const name = model ? (model.is_ai ? model.name : t('status.not_ai', { name: model.name })) : t('status.no_model')
  return (
    <button type="button" onClick={onOpen} data-tone={model ? undefined : 'wait'}>
      <Cpu className="icon" aria-hidden />
      <span className="clip">{name}</span>
    </button>
  )
}
