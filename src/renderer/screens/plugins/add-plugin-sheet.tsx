import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { PluginReview, PluginView } from '../../../shared/contract/plugins.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useText } from '../../i18n/text.tsx'
import { LoadedSheet } from './loaded-sheet.tsx'
import { ReviewSheet } from './review-sheet.tsx'

interface Props {
  /** Of a folder that was chosen already; it survives a reload of the window. */
  readonly candidateId: string | undefined
  readonly onClose: (to?: string) => void
}

/** From a folder to tools that work: choose, review, load, set up. */
export function AddPluginSheet({ candidateId, onClose }: Props) {
  const [loaded, setLoaded] = useState<PluginView | null>(null)
  const review = useQuery({
    ...api.plugins.review.queryOptions({
      input: { candidate_id: candidateId ?? '' },
      enabled: candidateId !== undefined,
      retry: false,
    }),
    // Not under `plugins`: a candidate is over once it is added, and the list changes at that moment.
    queryKey: ['plugin-candidate', candidateId],
  })
  if (loaded) return <LoadedSheet plugin={loaded} onClose={onClose} />
  if (candidateId === undefined || (review.isError && !review.data))
    return <ChooseFolder failed={review.isError} onClose={() => onClose()} />
  if (!review.data) return null
  return (
    <ReviewSheet
      review={review.data}
      checking={review.isFetching}
      checkError={review.isRefetchError ? shownError(review.error).message : null}
      onAgain={() => void review.refetch()}
      onLoaded={setLoaded}
      onClose={() => onClose()}
    />
  )
}

function ChooseFolder({ failed, onClose }: { failed: boolean; onClose: () => void }) {
  const t = useText()
  const [, navigate] = useLocation()
  const info = useQuery(api.system.info.queryOptions())
  const [path, setPath] = useState('')
  const opened = useRef(false)
  const choose = useMutation(
    api.plugins.choose.mutationOptions({
      onSuccess: (review: PluginReview | null) => {
        if (review) navigate(`/plugins/add/${encodeURIComponent(review.candidate_id)}`, { replace: true })
        else onClose()
      },
    }),
  )
  const hasDialog = info.data?.folder_dialog === true
  const { mutate } = choose
  // The system's dialog is what the person asked for, so it opens without a second click.
  useEffect(() => {
    if (!hasDialog || opened.current) return
    opened.current = true
    mutate({})
  }, [hasDialog, mutate])

  const submit = () => choose.mutate(hasDialog ? {} : { path: path.trim() })
  const off = choose.isPending || (!hasDialog && path.trim() === '')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('plugins.review.add_title')}
      description={t('plugins.review.intro')}
      footer={
        <>
          <span className="grow" />
          <Button size="large" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="primary" size="large" aria-disabled={off || !info.data} onClick={submit}>
            {t(hasDialog ? 'plugins.review.choose' : 'plugins.review.go')}
          </Button>
        </>
      }
    >
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          if (!off) submit()
        }}
      >
        {failed && !choose.isError && <Banner tone="wait">{t('plugins.review.gone')}</Banner>}
        {choose.isError && <Banner tone="danger">{shownError(choose.error).message}</Banner>}
        <QueryView query={info}>
          {({ folder_dialog }) =>
            folder_dialog ? (
              <p className="muted">{t('plugins.review.waiting')}</p>
            ) : (
              <TextField
                label={t('plugins.review.path')}
                help={t('plugins.review.path_help')}
                value={path}
                onChange={setPath}
                maxLength={4096}
                spellCheck={false}
                autoComplete="off"
                required
              />
            )
          }
        </QueryView>
      </form>
    </Dialog>
  )
}
