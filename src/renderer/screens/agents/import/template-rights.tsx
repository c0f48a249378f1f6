import { CircleOff, Eye, FastForward, Globe, Hand, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TemplateConsent, TemplateToolReview } from '../../../../shared/contract/templates.ts'
import { Checkbox } from '../../../components/checkbox.tsx'
import { ToolIcon } from '../../../components/tool-icon.tsx'
import { VisibleText } from '../../../components/visible-text.tsx'
import { useText } from '../../../i18n/text.tsx'
import { EffectChip } from '../../../tool-parts/effect-chip.tsx'
import { spokenName } from '../../../tool-parts/spoken-name.ts'
import { type TemplateOperation, templateOperations } from './template-operations.ts'

type Consent = TemplateConsent['without_asking'][number]
type AddressConsent = TemplateConsent['addresses'][number]

interface Props {
  readonly tools: readonly TemplateToolReview[]
  readonly consents: readonly Consent[]
  readonly onConsents: (consents: readonly Consent[]) => void
  readonly addresses: readonly AddressConsent[]
  readonly onAddresses: (addresses: readonly AddressConsent[]) => void
}

/** In plain words what the agent could do: what runs by itself, what only does when you agree, what asks. */
export function TemplateRights({ tools, consents, onConsents, addresses, onAddresses }: Props) {
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
      <Addresses tools={tools} agreed={addresses} onAgreed={onAddresses} />
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

interface AddressesProps {
  readonly tools: readonly TemplateToolReview[]
  readonly agreed: readonly AddressConsent[]
  readonly onAgreed: (agreed: readonly AddressConsent[]) => void
}

/** Settings that would send a tool, and what it is given, to a place it does not go to now. */
function Addresses({ tools, agreed, onAgreed }: AddressesProps) {
  const t = useText()
  const wanted = tools.flatMap(tool =>
    tool.settings.flatMap(({ key, label, address }) => (address === null ? [] : [{ tool, key, label, address }])),
  )
  if (wanted.length === 0) return null
  const is = (tool: TemplateToolReview, key: string) => (each: AddressConsent) =>
    each.tool_class === tool.tool_class && each.key === key
  return (
    <Group icon={Globe} title={t('templates.review.addresses')} text={t('templates.review.addresses_text')}>
      {wanted.map(({ tool, key, label, address }) => (
        <li key={`${tool.tool_class} ${key}`}>
          <Checkbox
            label={t('templates.review.address_tick', { tool: tool.display_name, address })}
            checked={agreed.some(is(tool, key))}
            onChange={on => {
              const others = agreed.filter(each => !is(tool, key)(each))
              onAgreed(on ? [...others, { tool_class: tool.tool_class, key }] : others)
            }}
          />
          <ToolIcon icon={tool.icon} className="icon icon-small" />
          <span className="grow">
            <strong>
              <VisibleText text={`${tool.display_name}: ${address}`} />
            </strong>{' '}
            <span className="muted">
              <VisibleText text={label} />
            </span>
          </span>
        </li>
      ))}
    </Group>
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
