import { Check, ChevronDown, CircleX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { PluginCheck, PluginReview } from '../../../shared/contract/plugins.ts'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { byteSize } from './byte-size.ts'
import { checkPlace, sortChecks } from './review-checks.ts'

const FINE_SHOWN = 4

/** Fail, warn, pass in that order; what passed folds. Then the facts of the folder. */
export function ReviewChecks({ review }: { review: PluginReview }) {
  const t = useText()
  const [all, setAll] = useState(false)
  const { fail, warn, pass } = sortChecks(review.checks)
  const shown = all ? pass : pass.slice(0, FINE_SHOWN)
  const hidden = pass.length - shown.length
  return (
    <>
      <div className="row checks-head">
        <h2 className="grow">{t('plugins.review.checks')}</h2>
        {fail.length > 0 && (
          <span className="outcome" data-tone="danger">
            <CircleX className="icon" aria-hidden />
            {t('plugins.review.to_fix', { count: fail.length })}
          </span>
        )}
        {warn.length > 0 && (
          <span className="outcome" data-tone="warn">
            <TriangleAlert className="icon" aria-hidden />
            {t('plugins.review.to_know', { count: warn.length })}
          </span>
        )}
        <span className="outcome" data-tone="ok">
          <Check className="icon" aria-hidden />
          {t('plugins.review.fine', { count: pass.length })}
        </span>
      </div>
      {[...fail, ...warn].map(check => (
        <Trouble key={check.code + check.title} check={check} />
      ))}
      <div className="checks-fine">
        {shown.map(check => (
          <div key={check.code + check.title} className="check" data-tone="ok">
            <Check className="icon" aria-hidden />
            <span className="check-title">
              <VisibleText text={check.title} />
            </span>
          </div>
        ))}
        {hidden > 0 && (
          <Button kind="quiet" size="small" onClick={() => setAll(true)}>
            {t('plugins.review.more_fine', { count: hidden })}
            <ChevronDown className="icon" aria-hidden />
          </Button>
        )}
      </div>
      <dl className="facts">
        <dt>{t('plugins.path')}</dt>
        <dd>
          <code className="path-text">
            <VisibleText text={review.path} />
          </code>
        </dd>
        <dt>{t('plugins.review.contents')}</dt>
        <dd>{t('plugins.review.contents_text', { count: review.files, size: byteSize(review.bytes) })}</dd>
        {review.digest && (
          <>
            <dt>{t('plugins.review.digest')}</dt>
            <dd className="row">
              <code title={review.digest}>
                sha256 {review.digest.slice(0, 6)}…{review.digest.slice(-4)}
              </code>
              <CopyButton text={review.digest} />
            </dd>
          </>
        )}
        {review.author && (
          <>
            <dt>{t('plugins.review.author')}</dt>
            <dd>
              <VisibleText text={t('plugins.review.author_text', { author: review.author })} />
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

function Trouble({ check }: { check: PluginCheck }) {
  const t = useText()
  const fails = check.status === 'fail'
  const place = checkPlace(check)
  const Icon = fails ? CircleX : TriangleAlert
  return (
    <div className="check" data-tone={fails ? 'danger' : 'warn'}>
      <Icon className="icon" aria-hidden />
      <span className="check-title">
        <VisibleText text={check.title} />
      </span>
      <span className="check-word">{t(fails ? 'plugins.review.must_fix' : 'plugins.review.know')}</span>
      <div className="check-fix">
        <p>
          <VisibleText text={check.detail} />
        </p>
        {place && (
          <pre className="code check-place" data-size="small">
            <span className="p">{place}</span>
            {check.excerpt && (
              <>
                {'  '}
                <VisibleText text={check.excerpt.trim()} />
              </>
            )}
          </pre>
        )}
      </div>
    </div>
  )
}
