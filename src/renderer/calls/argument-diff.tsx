import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { argumentChanges } from './argument-changes.ts'

const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

interface Props {
  readonly before: unknown
  readonly after: unknown
  /** Changed arguments can be rejected too, or not be decided yet. */
  readonly approved: boolean
}

/** What the person changed. */
export function ArgumentDiff({ before, after, approved }: Props) {
  const t = useText()
  return (
    <table className="diff">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('call.was')}</th>
          <th scope="col">{t(approved ? 'call.ran' : 'call.changed_to')}</th>
        </tr>
      </thead>
      <tbody>
        {argumentChanges(before, after).map(change => (
          <tr key={change.key}>
            <th scope="row">
              <VisibleText text={change.key} />
            </th>
            <td>
              {change.kind !== 'added' && (
                <del>
                  <VisibleText text={show(change.before)} />
                </del>
              )}
            </td>
            <td>
              {change.kind !== 'removed' && (
                <ins>
                  <VisibleText text={show(change.after)} />
                </ins>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
