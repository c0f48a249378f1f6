import { Folder, Handshake, Lock, type LucideIcon, Network, Terminal } from 'lucide-react'
import type { PluginReview, PluginView } from '../../../shared/contract/plugins.ts'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'

type Kind = PluginReview['permissions'][number]['kind']
const kindIcon: Readonly<Record<Kind, LucideIcon>> = { net: Network, fs: Folder, env: Terminal }

interface Row {
  readonly kind: Kind
  readonly values: readonly string[]
  /** Left out where it is not known. */
  readonly enforced?: boolean
}

/** What an installed plugin declares. */
export function PluginPermissions({ permissions }: { permissions: PluginView['permissions'] }) {
  const t = useText()
  const rows = (['net', 'fs', 'env'] as const).map(kind => ({ kind, values: permissions[kind] }))
  return (
    <>
      <p className="note">{t('plugins.permissions.intro')}</p>
      <PermissionTable rows={rows} empty={t('plugins.permissions.none')} />
    </>
  )
}

/** Kind, values whole, and whether the app enforces it or the plugin is only trusted to keep to it. */
export function PermissionTable({ rows, empty }: { rows: readonly Row[]; empty: string }) {
  const t = useText()
  const asked = rows.filter(row => row.values.length > 0)
  if (asked.length === 0) return <p className="muted">{empty}</p>
  return (
    <table className="table permissions">
      <tbody>
        {asked.map(({ kind, values, enforced }) => {
          const Icon = kindIcon[kind]
          return (
            <tr key={kind}>
              <th scope="row">
                <span className="outcome">
                  <Icon className="icon" aria-hidden />
                  {t(`plugins.permission.${kind}`)}
                </span>
              </th>
              <td>
                {values.map(value => (
                  <code key={value}>
                    <VisibleText text={value} />
                  </code>
                ))}
              </td>
              {enforced !== undefined && (
                <td className="end">
                  <span className="outcome" data-tone={enforced ? 'ok' : undefined}>
                    {enforced ? <Lock className="icon" aria-hidden /> : <Handshake className="icon" aria-hidden />}
                    {t(enforced ? 'plugins.enforced' : 'plugins.on_trust')}
                  </span>
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
