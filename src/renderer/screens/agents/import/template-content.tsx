import type { TemplateReview } from '../../../../shared/contract/templates.ts'
import { VisibleText } from '../../../components/visible-text.tsx'
import { useText } from '../../../i18n/text.tsx'

type Content = NonNullable<TemplateReview['content']>

/** What the template says, whole: who the agent is, its instructions, its notes, the settings it brings. */
export function TemplateContent({ content }: { content: Content }) {
  const t = useText()
  const settings = content.tools.flatMap(tool =>
    tool.settings.map(setting => ({ ...setting, tool: tool.display_name })),
  )
  const limits = [
    t('templates.review.steps', { count: content.max_steps }),
    // It tries again by itself only when both are more than none (T7).
    t('templates.review.retries', {
      count: content.retry_after_minutes > 0 ? content.max_retries : 0,
      minutes: content.retry_after_minutes,
    }),
    t(content.allow_followup ? 'templates.review.followup' : 'templates.review.no_followup'),
  ]
  return (
    <>
      <h2>{t('templates.review.instructions')}</h2>
      {content.system_prompt.trim() === '' ? (
        <p className="muted">{t('templates.review.no_instructions')}</p>
      ) : (
        <LongText text={content.system_prompt} />
      )}
      {content.notes !== '' && (
        <>
          <h2>{t('templates.review.notes')}</h2>
          <LongText text={content.notes} />
        </>
      )}
      <h2>{t('templates.review.about')}</h2>
      <dl className="facts">
        <dt>{t('templates.review.id')}</dt>
        <dd>
          <VisibleText text={content.id} /> {content.version}
        </dd>
        <dt>{t('templates.review.limits')}</dt>
        <dd>{limits.join(', ')}</dd>
        {settings.length > 0 && (
          <>
            <dt>{t('templates.review.settings')}</dt>
            <dd>
              {settings.map(({ tool, key, label, value }) => (
                <div key={`${tool} ${key}`}>
                  <VisibleText text={`${tool}, ${label}: ${value}`} />
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
    </>
  )
}

/** Whole, with its line breaks; what cannot be seen has a name. */
function LongText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <div className="code template-text" tabIndex={0}>
      <VisibleText text={text} />
    </div>
  )
}
