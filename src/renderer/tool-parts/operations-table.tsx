import { RotateCcw } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import type { AgentOperationView } from '../../shared/contract/agents.ts'
import { Banner } from '../components/banner.tsx'
import { Button } from '../components/button.tsx'
import { Segmented } from '../components/segmented.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { spokenName } from './spoken-name.ts'

/** null goes back to the default; left out stays. */
export interface OperationChange {
  readonly enabled?: boolean | null
  readonly requires_approval?: boolean | null
}

interface Props {
  readonly agentName: string
  readonly operations: readonly AgentOperationView[]
  readonly onChange: (operation: string, change: OperationChange) => void
}

/** What one agent may do with a tool. Every default is spelled out; dropping a question is confirmed in place. */
export function OperationsTable({ agentName, operations, onChange }: Props) {
  const t = useText()
  const [dropping, setDropping] = useState<string | null>(null)
  return (
    <table className="table framed operations">
      <thead>
        <tr>
          <th>{t('tools.operations.name')}</th>
          <th className="operations-enabled">{t('tools.operations.enabled')}</th>
          <th className="operations-approval">{t('tools.operations.approval')}</th>
          <th className="end operations-used">{t('tools.operations.used')}</th>
          <th className="operations-reset">
            <span className="visually-hidden">{t('tools.operations.reset')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {operations.map(operation => (
          <Fragment key={operation.name}>
            <OperationRow
              operation={operation}
              onEnabled={enabled => onChange(operation.name, { enabled })}
              onApproval={requires_approval =>
                dropsAsk(operation, requires_approval)
                  ? setDropping(operation.name)
                  : onChange(operation.name, { requires_approval })
              }
              onReset={() => onChange(operation.name, { enabled: null, requires_approval: null })}
            />
            {dropping === operation.name && (
              <tr>
                <td colSpan={5} className="operations-confirm">
                  <Banner
                    tone="wait"
                    action={
                      <>
                        <Button size="small" onClick={() => setDropping(null)}>
                          {t('tools.operations.keep_asking')}
                        </Button>
                        <Button
                          size="small"
                          onClick={() => {
                            setDropping(null)
                            onChange(operation.name, { requires_approval: false })
                          }}
                        >
                          {t('tools.operations.free')}
                        </Button>
                      </>
                    }
                  >
                    {t('tools.operations.drop_ask', {
                      name: spokenName(operation.name),
                      agent: agentName,
                      effect: t(`tools.operations.drop_ask.${operation.effect}`),
                    })}
                  </Banner>
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

/** Only where the author wants a question: choosing what is the default anyway needs no second word. */
function dropsAsk(operation: AgentOperationView, requires: boolean | null): boolean {
  return requires === false && operation.requires_approval_by_default && operation.requires_approval !== false
}

interface RowProps {
  readonly operation: AgentOperationView
  readonly onEnabled: (enabled: boolean | null) => void
  readonly onApproval: (requires: boolean | null) => void
  readonly onReset: () => void
}

type Choice = 'default' | 'yes' | 'no'
const choiceOf = (value: boolean | null): Choice => (value === null ? 'default' : value ? 'yes' : 'no')
const ownValue = (choice: Choice): boolean | null => (choice === 'default' ? null : choice === 'yes')

function OperationRow({ operation, onEnabled, onApproval, onReset }: RowProps) {
  const t = useText()
  const row = useRef<HTMLTableRowElement>(null)
  const name = spokenName(operation.name)
  const isDefault = operation.enabled === null && operation.requires_approval === null
  return (
    <tr ref={row}>
      <td className="operations-name">
        <strong>{name}</strong>{' '}
        <span className="muted">
          <VisibleText text={operation.description} />
        </span>
      </td>
      <td>
        <Segmented
          size="small"
          label={t('tools.operations.enabled_of', { name })}
          value={choiceOf(operation.enabled)}
          inherited={operation.enabled === null}
          options={[
            {
              value: 'default',
              label: t(
                operation.enabled_by_default ? 'tools.operations.is_default_on' : 'tools.operations.is_default_off',
              ),
            },
            { value: 'yes', label: t('tools.operations.on') },
            { value: 'no', label: t('tools.operations.off') },
          ]}
          onChange={choice => onEnabled(ownValue(choice))}
        />
      </td>
      <td>
        {operation.effective_enabled ? (
          <Segmented
            size="small"
            label={t('tools.operations.approval_of', { name })}
            value={choiceOf(operation.requires_approval)}
            inherited={operation.requires_approval === null}
            options={[
              {
                value: 'default',
                label: t(
                  operation.requires_approval_by_default
                    ? 'tools.operations.is_default_asks'
                    : 'tools.operations.is_default_free',
                ),
              },
              { value: 'yes', label: t('tools.operations.ask') },
              { value: 'no', label: t('tools.operations.free') },
            ]}
            onChange={choice => onApproval(ownValue(choice))}
          />
        ) : (
          <span className="faint">{t('tools.operations.off_note')}</span>
        )}
      </td>
      <td className="end muted">{operation.calls}</td>
      <td>
        {!isDefault && (
          <Button
            kind="quiet"
            size="small"
            icon={<RotateCcw className="icon icon-small" aria-hidden />}
            aria-label={t('tools.operations.reset_one', { name })}
            onClick={() => {
              onReset()
              // The button goes with what it reset.
              row.current?.querySelector<HTMLElement>('[role="radio"][tabindex="0"]')?.focus()
            }}
          />
        )}
      </td>
    </tr>
  )
}
