import { ChevronRight, Info, Puzzle } from 'lucide-react'
import { type Ref, useId, useImperativeHandle, useRef } from 'react'
import type { CallView } from '../../shared/contract/calls.ts'
import { AgentPath } from '../calls/agent-path.tsx'
import { sameJson } from '../calls/argument-changes.ts'
import { operationName } from '../calls/operation-name.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Chip } from '../components/chip.tsx'
import { InlineMarkdown } from '../components/inline-markdown.tsx'
import { JsonCode } from '../components/json-code.tsx'
import { RelativeTime } from '../components/relative-time.tsx'
import { ToolIcon } from '../components/tool-icon.tsx'
import { Tooltip } from '../components/tooltip.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { JsonInput } from '../schema-form/fields/json-input.tsx'
import { SchemaForm } from '../schema-form/schema-form.tsx'
import { CardActions } from './card-actions.tsx'
import { storedValues } from './decisions.ts'
import { EffectChip } from './effect-chip.tsx'
import { RejectBox } from './reject-box.tsx'
import type { Remember } from './remember-menu.tsx'
import { type ArgumentsMode, type Card, useCard } from './use-card.ts'
import { useChangeGuard } from './use-guard.ts'

/** What a panel asks of a card for the keyboard. */
export interface CardHandle {
  readonly focus: () => void
  readonly approve: () => void
  readonly reject: () => void
  readonly edit: () => void
  readonly undo: () => void
  /** ⌘/Ctrl+Enter where a card is decided alone: approves, or sends what was decided and not sent. */
  readonly submit: () => void
}

interface Props {
  readonly call: CallView
  /** "Call 1 of 2: Calendar". */
  readonly label: string
  readonly mode: ArgumentsMode
  readonly immediate: boolean
  /** For a moment nothing can be decided (use-guard.ts). */
  readonly guarded: boolean
  readonly current: boolean
  readonly onCurrent?: () => void
  /** After a decision was made here. */
  readonly onDecided?: () => void
  readonly ref?: Ref<CardHandle>
}

/** One call to decide: what, who asks, the arguments in declaration order, the policy, the decision. */
export function ApprovalCard(props: Props) {
  const { call, label, mode, immediate, current, onCurrent, onDecided, ref } = props
  const t = useText()
  const changed = useChangeGuard(call)
  const guarded = props.guarded || changed
  const card = useCard({ call, mode, immediate })
  const article = useRef<HTMLElement>(null)
  const { draft } = card
  const firstField = (selector: string) => article.current?.querySelector<HTMLElement>(`.arguments :is(${selector})`)

  async function approve(remember?: Remember) {
    if (guarded || draft.rejecting || draft.verdict) return
    if (await card.approve(remember)) onDecided?.()
    else firstField('[aria-invalid="true"], .folded button')?.focus()
  }
  async function never() {
    if (!guarded && (await card.never())) onDecided?.()
  }
  async function reject() {
    if (!guarded && (await card.reject())) onDecided?.()
  }
  async function send() {
    if (!guarded && (await card.send())) onDecided?.()
  }
  useImperativeHandle(ref, () => ({
    focus: () => article.current?.focus(),
    approve: () => void approve(),
    reject: () => (draft.verdict === null && !guarded ? card.openReject() : undefined),
    edit: () => firstField('input, textarea, button.input, [role="radio"], [role="switch"]')?.focus(),
    undo: card.undo,
    submit: () => void (draft.verdict ? send() : approve()),
  }))

  return (
    <article
      ref={article}
      className="approval-card"
      data-current={current ? '' : undefined}
      data-verdict={draft.verdict ?? undefined}
      aria-label={label}
      aria-current={current ? 'true' : undefined}
      tabIndex={-1}
      onFocus={onCurrent}
    >
      <CardHeader call={call} description={card.description} />
      {draft.stale && <CardBanner text={t('approvals.stale')} tone="warn" />}
      {draft.stale && draft.unsent && <Unsent values={draft.unsent} onPutBack={card.setValues} />}
      {card.failure && <CardBanner text={t('approvals.send_failed', { message: card.failure })} tone="danger" />}
      <div className="arguments" inert={draft.verdict !== null}>
        <Arguments call={call} card={card} mode={mode} />
      </div>
      {call.rationale && <Rationale call={call} text={call.rationale} />}
      {draft.rejecting && (
        <RejectBox
          agent={call.agent.name}
          reason={draft.reason}
          onReason={card.setReason}
          onConfirm={() => void reject()}
          onCancel={() => {
            card.undo()
            article.current?.focus()
          }}
        />
      )}
      <CardActions
        call={call}
        card={card}
        guarded={guarded}
        edited={!sameJson(draft.values, call.original_arguments ?? call.arguments)}
        onApprove={remember => void approve(remember)}
        onNever={() => void never()}
        onReject={() => void reject()}
        onSend={immediate ? () => void send() : null}
      />
    </article>
  )
}

function CardHeader({ call, description }: { call: CallView; description: string }) {
  const t = useText()
  const operation = operationName(call)
  return (
    <header>
      <div className="row wrap">
        <ToolIcon icon={call.icon} />
        <strong>
          <VisibleText text={call.display_name} />
        </strong>
        {operation && <span className="muted">{operation}</span>}
        {call.operation_description && (
          <Tooltip text={<VisibleText text={call.operation_description} />}>
            <button type="button" className="about" aria-label={t('approvals.about_operation')}>
              <Info className="icon" aria-hidden />
            </button>
          </Tooltip>
        )}
        <span className="grow" />
        <EffectChip effect={call.effect} />
        {call.plugin_name && (
          <Chip tone="line" icon={<Puzzle className="icon" aria-hidden />}>
            <VisibleText text={call.plugin_name} />
          </Chip>
        )}
      </div>
      <p className="approval-says">
        <InlineMarkdown text={description} />
      </p>
      <p className="approval-by">
        <span>
          {t('approvals.asked_by')} <AgentPath call={call} />,{' '}
          {t('approvals.step', { step: call.step, max: call.max_steps })}, <RelativeTime at={call.created_at} />
        </span>
      </p>
    </header>
  )
}

function Arguments({ call, card, mode }: { call: CallView; card: Card; mode: ArgumentsMode }) {
  const t = useText()
  const id = useId()
  const { draft } = card
  if (mode === 'json' || !call.parameter_schema) {
    return (
      <div className="form-json">
        <JsonInput
          id={id}
          label={t('form.json')}
          value={draft.values}
          invalid={card.problems.length > 0}
          object
          onBroken={broken => card.setBroken('', broken)}
          onChange={values => card.setValues(values as typeof draft.values)}
        />
        {card.problems.map(problem => (
          <p key={`${problem.path} ${problem.code}`} className="note" data-tone="danger">
            <code>
              <VisibleText text={problem.path || '/'} />
            </code>{' '}
            <VisibleText text={problem.message} />
          </p>
        ))}
      </div>
    )
  }
  return (
    <>
      <SchemaForm
        schema={call.parameter_schema}
        discriminator={call.discriminator_key}
        values={draft.values}
        original={isValues(call.original_arguments) ? call.original_arguments : storedValues(call)}
        problems={card.problems}
        opened={new Set(draft.opened)}
        onOpen={card.open}
        onChange={card.setValues}
        onBroken={card.setBroken}
      />
      {card.problems
        .filter(problem => problem.path === '')
        .map(problem => (
          <p key={problem.code} className="note form-note" data-tone="danger">
            <VisibleText text={problem.message} />
          </p>
        ))}
      {call.coerced.length > 0 && (
        <p className="note form-note">
          <VisibleText text={t('call.coerced', { paths: call.coerced.join(', ') })} />
        </p>
      )}
    </>
  )
}

type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function Rationale({ call, text }: { call: CallView; text: string }) {
  const t = useText()
  return (
    <details className="thinking rationale">
      <summary className="note">
        <ChevronRight className="icon chevron" aria-hidden />
        {t('approvals.why', { agent: call.agent.name })}
      </summary>
      <blockquote className="plain muted">
        <VisibleText text={text} />
      </blockquote>
    </details>
  )
}

/** What a person had typed about the call as it was before. */
function Unsent({ values, onPutBack }: { values: Values; onPutBack: (values: Values) => void }) {
  const t = useText()
  return (
    <details className="thinking rationale">
      <summary className="note">
        <ChevronRight className="icon chevron" aria-hidden />
        {t('approvals.unsent')}
      </summary>
      <JsonCode value={values} label={t('approvals.unsent')} />
      <Button size="small" onClick={() => onPutBack(values)}>
        {t('approvals.unsent_put_back')}
      </Button>
    </details>
  )
}

function CardBanner({ text, tone }: { text: string; tone: 'warn' | 'danger' }) {
  return (
    <div className="card-banner">
      <Banner tone={tone}>{text}</Banner>
    </div>
  )
}
