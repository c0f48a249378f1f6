import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BackupsView, BackupView } from '../../../shared/contract/data.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Confirm } from '../../components/confirm.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { useOnReturn } from '../../components/use-on-return.ts'
import { useText } from '../../i18n/text.tsx'

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The copies of everything, and going back to one of them. */
export function BackupList() {
  const t = useText()
  const queries = useQueryClient()
  const backups = useQuery(api.data.backups.queryOptions({ staleTime: 0 }))
  // Copies are made and deleted behind the window.
  useOnReturn(() => void backups.refetch())
  const [chosen, setChosen] = useState<BackupView | null>(null)
  const [asking, setAsking] = useState(false)
  const show = (view: BackupsView) => queries.setQueryData(api.data.backups.queryKey(), view)
  const make = useMutation(
    api.data.backUp.mutationOptions({ onSuccess: () => queries.invalidateQueries({ queryKey: api.data.key() }) }),
  )
  const restore = useMutation(api.data.restore.mutationOptions({ onSuccess: show }))
  const keep = useMutation(api.data.cancelRestore.mutationOptions({ onSuccess: show }))
  const failed = make.error ?? restore.error ?? keep.error
  return (
    <section className="backups" aria-labelledby="backups-heading">
      <div className="row wrap">
        <div className="grow">
          <h2 id="backups-heading">{t('settings.backups.title')}</h2>
          <p className="muted">{t('settings.backups.intro')}</p>
        </div>
        <Button aria-disabled={make.isPending} onClick={() => make.mutate(undefined)}>
          {t(make.isPending ? 'settings.backups.making' : 'settings.backups.make')}
        </Button>
      </div>
      {failed && <Banner tone="danger">{shownError(failed).message}</Banner>}
      <QueryView query={backups}>
        {({ backups: list, restore_next }) => (
          <>
            {restore_next && (
              <Banner
                tone="wait"
                action={
                  <Button size="small" onClick={() => keep.mutate(undefined)}>
                    {t('settings.backups.keep')}
                  </Button>
                }
              >
                {t('settings.backups.next', { date: dateOf(list, restore_next) })}
              </Banner>
            )}
            {list.length === 0 && <p className="note">{t('settings.backups.none')}</p>}
            <ul className="backup-list">
              {list.map(backup => (
                <li key={backup.name} className="row">
                  <span className="grow">
                    {when.format(new Date(backup.made_at))}
                    <span className="note">
                      {` · ${t(`settings.backups.${backup.reason}`)} · ${t('settings.backups.size', { megabytes: backup.bytes / 1e6 })}`}
                    </span>
                  </span>
                  <Button
                    size="small"
                    aria-label={t('settings.backups.restore_one', { date: when.format(new Date(backup.made_at)) })}
                    aria-disabled={backup.name === restore_next}
                    onClick={() => {
                      setChosen(backup)
                      setAsking(true)
                    }}
                  >
                    {t('settings.backups.restore')}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryView>
      <Confirm
        open={asking}
        title={t('settings.backups.confirm_title')}
        action={t('settings.backups.restore')}
        onConfirm={() => chosen && restore.mutate({ name: chosen.name })}
        onClose={() => setAsking(false)}
      >
        {t('settings.backups.confirm', { date: chosen ? when.format(new Date(chosen.made_at)) : '' })}
      </Confirm>
    </section>
  )
}

function dateOf(list: readonly BackupView[], name: string): string {
  const backup = list.find(each => each.name === name)
  return backup ? when.format(new Date(backup.made_at)) : name
}
