import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type {
  TemplateConsent,
  TemplateImportResult,
  TemplateReview,
  TemplateSource,
} from '../../../../shared/contract/templates.ts'
import { api } from '../../../api/client.ts'
import { shownError } from '../../../api/error.ts'
import { Banner } from '../../../components/banner.tsx'
import { Button } from '../../../components/button.tsx'
import { Checkbox } from '../../../components/checkbox.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { ToolWell } from '../../../components/tool-icon.tsx'
import { VisibleText } from '../../../components/visible-text.tsx'
import { type Text, useText } from '../../../i18n/text.tsx'
import { ProblemList } from './problem-list.tsx'
import { TemplateContent } from './template-content.tsx'
import { TemplateRights } from './template-rights.tsx'

interface Props {
  readonly source: TemplateSource
  readonly review: TemplateReview
  readonly onBack: () => void
  readonly onImported: (made: TemplateImportResult) => void
  readonly onClose: () => void
}

/** Everything a template would do, and the decision. Nothing of it is done yet. */
export function ReviewTemplate({ source, review, onBack, onImported, onClose }: Props) {
  const t = useText()
  const cancel = useRef<HTMLButtonElement>(null)
  const [consents, setConsents] = useState<readonly TemplateConsent['without_asking'][number][]>([])
  const [addresses, setAddresses] = useState<readonly TemplateConsent['addresses'][number][]>([])
  const [seen, setSeen] = useState(false)
  const create = useMutation(api.templates.importReviewed.mutationOptions({ onSuccess: onImported }))
  const { content, errors, warnings, sha256 } = review
  const hidden = content?.hidden ?? []
  const unseen = hidden.length > 0 && !seen
  const off = content === null || unseen || create.isPending
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={() => !create.isPending}
      size="large"
      icon={content && <ToolWell icon={content.icon} size="large" />}
      title={
        content ? (
          <VisibleText text={t('templates.review.title', { name: content.template_name })} />
        ) : (
          t('templates.review.broken')
        )
      }
      description={content && <VisibleText text={content.description} />}
      initialFocus={cancel}
      footer={
        <>
          <span id="template-why" className="note grow" role="status">
            {unseen && t('templates.review.hidden_first')}
          </span>
          <Button ref={cancel} size="large" shortcut="escape" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button size="large" onClick={onBack} aria-disabled={create.isPending}>
            {t('templates.review.back')}
          </Button>
          <Button
            kind="primary"
            size="large"
            aria-disabled={off}
            aria-describedby="template-why"
            onClick={() =>
              off ||
              create.mutate({
                source,
                sha256,
                without_asking: [...consents],
                addresses: [...addresses],
                hidden_seen: hidden.length > 0,
              })
            }
          >
            {t('templates.review.import')}
          </Button>
        </>
      }
    >
      {create.isError && (
        <div className="banner-row">
          <Banner tone="danger">{shownError(create.error).message}</Banner>
        </div>
      )}
      {content === null ? (
        <div className="stack">
          <h2>{t('templates.review.errors', { count: errors.length })}</h2>
          <ProblemList problems={errors} />
          {warnings.length > 0 && <ProblemList problems={warnings} />}
        </div>
      ) : (
        <div className="sheet-body">
          <section className="stack template-content">
            <TemplateContent content={content} />
          </section>
          <section className="stack template-rights">
            {content.name !== content.template_name && (
              <p className="note">
                <VisibleText text={t('templates.review.named', { name: content.name })} />
              </p>
            )}
            {hidden.length > 0 && <HiddenText hidden={hidden} seen={seen} onSeen={setSeen} />}
            <TemplateRights
              tools={content.tools}
              consents={consents}
              onConsents={setConsents}
              addresses={addresses}
              onAddresses={setAddresses}
            />
            {warnings.length > 0 && (
              <div className="stack">
                <h2>{t('templates.review.warnings')}</h2>
                <ProblemList problems={warnings} />
              </div>
            )}
          </section>
        </div>
      )}
    </Dialog>
  )
}

interface HiddenProps {
  readonly hidden: readonly { readonly path: string; readonly count: number }[]
  readonly seen: boolean
  readonly onSeen: (seen: boolean) => void
}

/** Characters that cannot be seen may say something else to the model than to a person. */
function HiddenText({ hidden, seen, onSeen }: HiddenProps) {
  const t = useText()
  return (
    <div className="stack">
      <Banner tone="warn">
        {hidden.map(({ path, count }) => (
          <p key={path}>{t('templates.review.hidden', { count, place: placeName(path, t) })}</p>
        ))}
      </Banner>
      <div className="row tick">
        <Checkbox label={t('templates.review.hidden_tick')} checked={seen} onChange={onSeen} />
        <button type="button" tabIndex={-1} aria-hidden="true" onClick={() => onSeen(!seen)}>
          {t('templates.review.hidden_tick')}
        </button>
      </div>
    </div>
  )
}

function placeName(path: string, t: Text): string {
  switch (path) {
    case 'agent.system_prompt':
      return t('templates.review.place.instructions')
    case 'agent.notes':
      return t('templates.review.place.notes')
    case 'agent.description':
    case 'description':
      return t('templates.review.place.description')
    case 'name':
      return t('templates.review.place.name')
    default:
      return path
  }
}
