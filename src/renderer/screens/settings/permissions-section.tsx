import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCcw, ShieldCheck, ShieldX, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { RuleView } from '../../../shared/contract/rules.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { useRevoke } from '../../calls/decision-receipt.tsx'
import { humanize } from '../../calls/humanize.ts'
import { operationName } from '../../calls/operation-name.ts'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { ToolWell } from '../../components/tool-icon.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'

/** Everything that was allowed or refused for more than one call, with the way back. */
export function PermissionsSection() {
  const t = useText()
  const rules = useQuery(api.rules.list.queryOptions())
  return (
    <>
      <p className="muted">{t('rules.intro')}</p>
      <QueryView query={rules} empty={<EmptyState title={t('rules.none')}>{t('rules.none_text')}</EmptyState>}>
        {list => (
          <ul className="framed rule-list" aria-label={t('settings.section.permissions')}>
            {list.map(rule => (
              <li key={rule.id}>
                <RuleRow rule={rule} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </>
  )
}

function RuleRow({ rule }: { rule: RuleView }) {
  const t = useText()
  const revoke = useRevoke()
  const review = useMutation(api.rules.review.mutationOptions())
  const failed = revoke.error ?? review.error
  const operation = operationName({ operation: rule.operation, tool_name: rule.display_name })
  const suspended = rule.state === 'tool_changed' || rule.state === 'operation_asks'
  return (
    <article className="rule-row" aria-label={t('rules.one', { id: rule.id, tool: rule.display_name })}>
      <ToolWell icon={rule.icon} size="small" />
      <div className="stack gap-1! grow">
        <div className="row wrap">
          <strong>
            <VisibleText text={rule.display_name} />
          </strong>
          {operation && <span className="muted">{operation}</span>}
          <Chip
            tone={rule.verdict === 'allow' ? 'ok' : 'danger'}
            icon={
              rule.verdict === 'allow' ? (
                <ShieldCheck className="icon" aria-hidden />
              ) : (
                <ShieldX className="icon" aria-hidden />
              )
            }
          >
            {t(`rules.verdict.${rule.verdict}`)}
          </Chip>
          {rule.state !== 'active' && (
            <Chip tone="warn" icon={<TriangleAlert className="icon" aria-hidden />}>
              {t(`rules.state.${rule.state}`)}
            </Chip>
          )}
        </div>
        <p>
          <Scope rule={rule} />
        </p>
        <BoundValues rule={rule} />
        <p className="note">
          {t('rules.hits', { count: rule.hits })}
          {rule.last_hit_at && (
            <>
              , {t('rules.last')} <RelativeTime at={rule.last_hit_at} />
            </>
          )}
          {' · '}
          {t('rules.made_by', { who: rule.created_by ?? t('receipt.somebody') })} <RelativeTime at={rule.created_at} />
          {rule.call && (
            <>
              {' · '}
              <Link href={`/chats/${rule.call.task_id}`}>{t('rules.made_in')}</Link>
            </>
          )}
        </p>
        {suspended && (
          <p className="note" data-tone="warn">
            {t(`rules.why.${rule.state as 'tool_changed' | 'operation_asks'}`, {
              agents: rule.suspended_for.map(({ name }) => name).join(', '),
            })}
          </p>
        )}
        {failed && (
          <p className="note" data-tone="danger" role="alert">
            {shownError(failed).message}
          </p>
        )}
      </div>
      <div className="row wrap rule-actions">
        {suspended && (
          <Button
            size="small"
            icon={<RotateCcw className="icon" aria-hidden />}
            aria-disabled={review.isPending}
            onClick={() => review.mutate({ id: rule.id })}
          >
            {t('rules.use_again')}
          </Button>
        )}
        <Button size="small" aria-disabled={revoke.isPending} onClick={() => revoke.mutate({ id: rule.id })}>
          {t('rule.revoke')}
        </Button>
      </div>
    </article>
  )
}

function Scope({ rule }: { rule: RuleView }) {
  const t = useText()
  if (rule.scope === 'task' && rule.task)
    return (
      <>
        {t('rules.in_chat')}{' '}
        <Link href={`/chats/${rule.task.id}`}>
          <VisibleText text={rule.task.title} />
        </Link>{' '}
        (<VisibleText text={rule.task.agent} />)
      </>
    )
  if (rule.scope === 'agent' && rule.agent)
    return (
      <>
        {t('rules.for_agent')}{' '}
        <Link href={`/agents/${rule.agent.id}`}>
          <VisibleText text={rule.agent.name} />
        </Link>
      </>
    )
  return t('rules.for_all')
}

function BoundValues({ rule }: { rule: RuleView }) {
  const t = useText()
  const bound = Object.entries(rule.arguments)
  if (bound.length === 0) return null
  return (
    <p className="row wrap">
      <span className="muted">{t('rules.only_with')}</span>
      {bound.map(([name, value]) => (
        <code key={name} className="tag">
          <VisibleText text={`${humanize(name)}: ${JSON.stringify(value)}`} />
        </code>
      ))}
    </p>
  )
}
