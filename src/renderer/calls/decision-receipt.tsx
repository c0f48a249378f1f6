import { useMutation } from '@tanstack/react-query'
import { Ban, Check, type LucideIcon, ShieldCheck, ShieldX } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallRule, CallView } from '../../shared/contract/calls.ts'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'
import { Button } from '../components/button.tsx'
import { RelativeTime } from '../components/relative-time.tsx'
import { toastUndo } from '../components/toast.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { humanize } from './humanize.ts'

/** Who decided about a call, when and how, and the rules that have to do with it, each with its way back. */
export function DecisionReceipt({ call }: { call: CallView }) {
  const { decision, rule, remembered } = call
  return (
    <div className="stack receipt">
      {decision && <DecisionLine decision={decision} />}
      {remembered && <RuleLine rule={remembered} agent={call.agent.name} made />}
      {rule && <RuleLine rule={rule} agent={call.agent.name} />}
      {!rule && (
        <Line icon={ShieldCheck}>
          <VisibleText text={call.policy} />
        </Line>
      )}
    </div>
  )
}

export function DecisionLine({ decision }: { decision: NonNullable<CallView['decision']> }) {
  const t = useText()
  return (
    <Line icon={decision.verdict === 'approve' ? Check : Ban}>
      {t(`receipt.${decision.verdict}`, { who: decision.by ?? t('receipt.somebody') })}{' '}
      <RelativeTime at={decision.at} />
      {decision.edited && `, ${t('receipt.edited')}`}
      {decision.reason && (
        <>
          {': '}
          <VisibleText text={`“${decision.reason}”`} />
        </>
      )}
    </Line>
  )
}

function RuleLine({ rule, agent, made }: { rule: CallRule; agent: string; made?: boolean }) {
  const t = useText()
  const revoke = useRevoke()
  const scope = t(`rule.scope.${rule.scope}`, { agent })
  const bound = Object.entries(rule.arguments ?? {}).map(
    ([name, value]) => `${humanize(name)} ${JSON.stringify(value)}`,
  )
  return (
    <Line icon={rule.verdict === 'allow' ? ShieldCheck : ShieldX}>
      <span className="grow">
        {t(made ? `receipt.made.${rule.verdict}` : `receipt.by_rule.${rule.verdict}`, { scope })}
        {bound.length > 0 && <VisibleText text={t('rule.bound', { values: bound.join(', ') })} />}
        {rule.state !== 'active' && ` (${t(`rule.short.${rule.state}`)})`}
      </span>
      {revoke.isError && (
        <span data-tone="danger" role="alert">
          {shownError(revoke.error).message}
        </span>
      )}
      {rule.state !== 'revoked' && (
        <Button size="small" disabled={revoke.isPending} onClick={() => revoke.mutate({ id: rule.id })}>
          {t('rule.revoke')}
        </Button>
      )}
    </Line>
  )
}

/** Taking a rule back is offered back for a while. */
export function useRevoke() {
  const t = useText()
  const restore = useMutation(api.rules.restore.mutationOptions())
  return useMutation(
    api.rules.revoke.mutationOptions({
      onSuccess: (_done, { id }) =>
        toastUndo(t('rule.revoked'), t('common.undo'), () => restore.mutateAsync({ id: Number(id) })),
    }),
  )
}

function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="note row">
      <Icon className="icon" aria-hidden />
      {children}
    </p>
  )
}
