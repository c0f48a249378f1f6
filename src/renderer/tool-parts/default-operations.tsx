import { FastForward, Hand } from 'lucide-react'
import type { OperationView } from '../../shared/contract/tools.ts'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { EffectChip } from './effect-chip.tsx'
import { spokenName } from './spoken-name.ts'

/** What the tool declares, to read. */
export function DefaultOperations({ operations }: { operations: readonly OperationView[] }) {
  const t = useText()
  return (
    <table className="table framed operations">
      <thead>
        <tr>
          <th>{t('tools.operations.name')}</th>
          <th className="operations-effect">{t('tools.operations.effect')}</th>
          <th className="operations-short">{t('tools.operations.enabled')}</th>
          <th className="operations-short">{t('tools.operations.approval')}</th>
        </tr>
      </thead>
      <tbody>
        {operations.map(operation => (
          <tr key={operation.name}>
            <td className="operations-name">
              <strong>{spokenName(operation.name)}</strong>{' '}
              <span className="muted">
                <VisibleText text={operation.description} />
              </span>
            </td>
            <td>
              <EffectChip effect={operation.effect} />
            </td>
            <td className="muted">
              {t(operation.enabled_by_default ? 'tools.operations.default_on' : 'tools.operations.default_off')}
            </td>
            <td className="muted">
              <span className="outcome">
                {operation.requires_approval_by_default ? (
                  <Hand className="icon" aria-hidden />
                ) : (
                  <FastForward className="icon" aria-hidden />
                )}
                {t(
                  operation.requires_approval_by_default
                    ? 'tools.operations.default_asks'
                    : 'tools.operations.default_free',
                )}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
