import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { PluginView } from '../../../shared/contract/plugins.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useText } from '../../i18n/text.tsx'

interface Props {
  readonly plugin: PluginView
  readonly onClose: () => void
  readonly onDisable: () => void
}

/** Says who is affected before anything goes, and offers the reversible way. */
export function RemovePlugin({ plugin, onClose, onDisable }: Props) {
  const t = useText()
  const [, navigate] = useLocation()
  const cancel = useRef<HTMLButtonElement>(null)
  const [keep, setKeep] = useState(true)
  const usage = useQuery(api.plugins.usage.queryOptions({ input: { slug: plugin.slug }, staleTime: 0 }))
  const remove = useMutation(
    api.plugins.remove.mutationOptions({
      onSuccess: () => {
        onClose()
        navigate('/plugins')
      },
    }),
  )
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={t('plugins.remove.title', { name: plugin.name })}
      initialFocus={cancel}
      footer={
        <>
          {plugin.state !== 'disabled' && (
            <Button
              kind="quiet"
              onClick={() => {
                onClose()
                onDisable()
              }}
            >
              {t('plugins.remove.disable')}
            </Button>
          )}
          <span className="grow" />
          <Button ref={cancel} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            kind="danger-solid"
            aria-disabled={remove.isPending || !usage.data}
            onClick={() => remove.mutate({ slug: plugin.slug, keep_data: keep })}
          >
            {t('plugins.remove.action')}
          </Button>
        </>
      }
    >
      <div className="stack">
        {remove.isError && <Banner tone="danger">{shownError(remove.error).message}</Banner>}
        <QueryView query={usage}>
          {({ agents, settings, rules }) => (
            <>
              <p>
                {agents.length > 0
                  ? t('plugins.remove.agents', { names: agents.map(agent => agent.name).join(', ') })
                  : t('plugins.remove.no_agents')}
              </p>
              {settings > 0 && <p>{t('plugins.remove.settings', { count: settings })}</p>}
              {rules > 0 && <p>{t('plugins.remove.rules', { count: rules })}</p>}
              <p className="muted">
                {t(plugin.mode === 'link' ? 'plugins.remove.link_note' : 'plugins.remove.copy_note')}
              </p>
              <div className="row">
                <Checkbox label={t('plugins.remove.keep')} checked={keep} onChange={setKeep} />
                <span aria-hidden="true">{t('plugins.remove.keep')}</span>
              </div>
            </>
          )}
        </QueryView>
      </div>
    </Dialog>
  )
}
