import { useMutation } from '@tanstack/react-query'
import { CircleX, Copy, Folder, Info, Link2, RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PluginReview, PluginView } from '../../../shared/contract/plugins.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Chip } from '../../components/chip.tsx'
import { ChoiceGroup } from '../../components/choice-group.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Elapsed } from '../../components/relative-time.tsx'
import { ToolWell } from '../../components/tool-icon.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { PermissionTable } from './plugin-permissions.tsx'
import { whyNotLoad } from './review-checks.ts'
import { ReviewChecks } from './review-checks-list.tsx'
import { Steps } from './steps.tsx'

interface Props {
  readonly review: PluginReview
  readonly checking: boolean
  /** Why looking again failed. */
  readonly checkError: string | null
  readonly onAgain: () => void
  readonly onLoaded: (plugin: PluginView) => void
  readonly onClose: () => void
}

/** What is in the folder, what it asks for, and the decision. Nothing of it has run yet. */
export function ReviewSheet({ review, checking, checkError, onAgain, onLoaded, onClose }: Props) {
  const t = useText()
  const cancel = useRef<HTMLButtonElement>(null)
  const [mode, setMode] = useState<'link' | 'copy'>('link')
  // It may be replaced: what stands there now, another would need another tick.
  const [replaced, setReplaced] = useState<string | null>(null)
  // Trust is given to these very files: another digest needs another tick.
  const [trusted, setTrusted] = useState<string | null>(null)
  const [started, setStarted] = useState('')
  const add = useMutation(api.plugins.add.mutationOptions({ onSuccess: onLoaded }))
  const inPlace = review.conflict && JSON.stringify(review.conflict)
  const replace = inPlace !== null && replaced === inPlace
  const isTrusted = trusted !== null && trusted === review.digest
  const why = whyNotLoad(review, isTrusted, replace)
  const fails = review.checks.filter(check => check.status === 'fail').length
  const off = why !== null || add.isPending
  const problem = add.isError ? shownError(add.error).message : add.isIdle ? checkError : null

  function load() {
    if (!review.digest) return
    setStarted(new Date().toISOString())
    add.mutate({ candidate_id: review.candidate_id, digest: review.digest, mode, ...(replace ? { replace } : {}) })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={() => !add.isPending}
      size="large"
      icon={<ToolWell icon={review.icon} size="large" />}
      title={
        <span className="row wrap review-title">
          <VisibleText text={review.name} />
          {review.version && <span className="muted numeric">{review.version}</span>}
          <Chip tone="line" icon={<Folder className="icon" aria-hidden />}>
            {t('plugins.review.local')}
          </Chip>
        </span>
      }
      description={<VisibleText text={review.description || t('plugins.review.no_description')} />}
      aside={<Steps current={add.isPending ? 2 : 1} />}
      initialFocus={cancel}
      footer={
        <>
          <span
            id="review-why"
            className="note grow"
            data-tone={why === 'checks' || why === 'no_digest' ? 'danger' : undefined}
            role="status"
          >
            {add.isPending ? (
              <>
                {t('plugins.review.loading')} <Elapsed from={started} />
              </>
            ) : (
              why && (
                <>
                  {why === 'checks' ? <CircleX className="icon" aria-hidden /> : <Info className="icon" aria-hidden />}
                  {t(`plugins.review.why.${why}`, { count: Math.max(fails, 1) })}
                </>
              )
            )}
          </span>
          <Button ref={cancel} size="large" shortcut="escape" onClick={onClose} aria-disabled={add.isPending}>
            {t('common.cancel')}
          </Button>
          <Button
            size="large"
            icon={<RotateCw className="icon" aria-hidden />}
            onClick={onAgain}
            aria-disabled={add.isPending || checking}
          >
            {t('plugins.review.again')}
          </Button>
          <Button kind="primary" size="large" aria-disabled={off} aria-describedby="review-why" onClick={load}>
            {t('plugins.review.load')}
          </Button>
        </>
      }
    >
      {problem && (
        <div className="banner-row">
          <Banner tone="danger">{problem}</Banner>
        </div>
      )}
      <div className="sheet-body">
        <section>
          <ReviewChecks review={review} />
        </section>
        <section className="review-decide">
          <div>
            <h2>{t('plugins.review.asks')}</h2>
            <PermissionTable rows={review.permissions} empty={t('plugins.review.asks_nothing')} />
          </div>
          <div className="stack">
            <h2>{t('plugins.review.how')}</h2>
            <ChoiceGroup
              label={t('plugins.review.how')}
              value={mode}
              onChange={setMode}
              choices={[
                {
                  value: 'link',
                  title: t('plugins.review.link'),
                  text: t('plugins.review.link_text'),
                  chip: (
                    <Chip tone="line" icon={<Link2 className="icon" aria-hidden />}>
                      {t('plugins.mode.link')}
                    </Chip>
                  ),
                },
                {
                  value: 'copy',
                  title: t('plugins.review.copy'),
                  text: t('plugins.review.copy_text', { count: review.files }),
                  chip: (
                    <Chip tone="line" icon={<Copy className="icon" aria-hidden />}>
                      {t('plugins.mode.copy')}
                    </Chip>
                  ),
                },
              ]}
            />
          </div>
          {review.conflict && (
            <div className="stack">
              <p className="note" data-tone="wait">
                {t('plugins.review.replace_text', { path: review.conflict.path })}
              </p>
              <Tick
                label={t('plugins.review.replace', { version: review.conflict.version })}
                checked={replace}
                onChange={on => setReplaced(on ? inPlace : null)}
              />
            </div>
          )}
          <div className="stack">
            <h2>{t('plugins.review.trust')}</h2>
            <p className="note">{t('plugins.review.trust_text')}</p>
            <Tick
              label={t('plugins.review.trust_tick')}
              checked={isTrusted}
              onChange={on => setTrusted(on ? review.digest : null)}
            />
          </div>
        </section>
      </div>
    </Dialog>
  )
}

interface TickProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

function Tick({ label, checked, onChange }: TickProps) {
  return (
    <div className="row tick">
      <Checkbox label={label} checked={checked} onChange={onChange} />
      <button type="button" tabIndex={-1} aria-hidden="true" onClick={() => onChange(!checked)}>
        {label}
      </button>
    </div>
  )
}
