import { CircleOff, Eye, FastForward, Hand, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TemplateToolReview } from '../../../../shared/contract/templates.ts'
import { Checkbox } from '../../../components/checkbox.tsx'
import { ToolIcon } from '../../../components/tool-icon.tsx'
import { VisibleText } from '../../../components/visible-text.tsx'
import { useText } from '../../../i18n/text.tsx'
import { EffectChip } from '../../../tool-parts/effect-chip.tsx'
import { spokenName } from '../../../tool-parts/spoken-name.ts'
import { type TemplateOperation, templateOperations } from './template-operations.ts'

export interface Consent {
  readonly tool_class: string
  readonly operation: string
}

interface Props {
  readonly tools: readonly TemplateToolReview[]
  readonly consents: readonly Consent[]
  readonly onConsents: (consents: readonly Consent[]) => void
}

/** In plain words what the agent could do: what runs by itself, what only does when you agree, what asks. */
export function TemplateRights({ tools, consents, onConsents }: Props) {
  const t = useText()
  const { looks, wants, asks } = templateOperations(tools)
  const unused = tools.filter(({ state }) => state !== 'on')
  const has = ({ tool, operation }: TemplateOperation) =>
    consents.some(consent => consent.tool_class === tool.tool_class && consent.operation === operation.name)
  function agree(entry: TemplateOperation, agreed: boolean) {
    const { tool, operation } = entry
    const others = consents.filter(
      consent => consent.tool_class !== tool.tool_class || consent.operation !== operation.name,
    )
    onConsents(agreed ? [...others, { tool_class: tool.tool_class, operation: operation.name }] : others)
  }
  if (tools.length === 0) return <p className="muted">{t('templates.review.no_tools')}</p>
  return (
    <>
      {wants.length > 0 && (
        <Group icon={FastForward} title={t('templates.review.consent')} text={t('templates.review.consent_text')}>
          {wants.map(entry => (
            <li key={`${entry.tool.tool_class} ${entry.operation.name}`}>
              <Checkbox
                label={t('templates.review.consent_tick', {
                  operation: spokenName(entry.operation.name),
                  tool: entry.tool.display_name,
                })}
                checked={has(entry)}
                onChange={agreed => agree(entry, agreed)}
              />
              <Operation {...entry} />
              <EffectChip effect={entry.operation.effect} />
            </li>
          ))}
        </Group>
      )}
      {asks.length > 0 && (
        <Group icon={Hand} title={t('templates.review.asks')}>
          {asks.map(entry => (
            <li key={`${entry.tool.tool_class} ${entry.operation.name}`}>
              <Operation {...entry} />
              <EffectChip effect={entry.operation.effect} />
            </li>
          ))}
        </Group>
      )}
      {looks.length > 0 && (
        <Group icon={Eye} title={t('templates.review.looks')} text={t('templates.review.looks_text')}>
          {looks.map(entry => (
            <li key={`${entry.tool.tool_class} ${entry.operation.name}`}>
              <Operation {...entry} />
            </li>
          ))}
        </Group>
      )}
      {unused.length > 0 && (
        <Group icon={CircleOff} title={t('templates.review.off')}>
          {unused.map(tool => (
            <li key={tool.tool_class}>
              <ToolIcon icon={tool.icon} className="icon icon-small" />
              <span className="grow">
                <strong>
                  <VisibleText text={tool.display_name} />
                </strong>{' '}
                <span className="muted">
                  {t(`templates.review.off.${tool.state === 'on' ? 'off' : tool.state}`, {
                    settings: tool.missing_required.join(', '),
                  })}
                </span>
              </span>
            </li>
          ))}
        </Group>
      )}
    </>
  )
}

interface GroupProps {
  readonly icon: LucideIcon
  readonly title: string
  readonly text?: string
  readonly children: ReactNode
}

function Group({ icon: Icon, title, text, children }: GroupProps) {
  return (
    <section aria-label={title}>
      <h2 className="row">
        <Icon className="icon" aria-hidden />
        {title}
      </h2>
      {text && <p className="note">{text}</p>}
      <ul className="unasked">{children}</ul>
    </section>
  )
}

function Operation({ tool, operation }: TemplateOperation) {
  return (
    <>
      <ToolIcon icon={tool.icon} className="icon icon-small" />
      <span className="grow">
        <strong>
          <VisibleText text={`${tool.display_name}: ${spokenName(operation.name)}`} />
        </strong>{' '}
        <span className="muted">
          <VisibleText text={operation.description} />
        </span>
      </span>
    </>
  )
}
