import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { PluginView } from '../../../shared/contract/plugins.ts'
import { api } from '../../api/client.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { PluginProblems } from './plugin-problems.tsx'

interface Props {
  readonly plugin: PluginView
  readonly onReload: () => void
}

export function PluginOverview({ plugin, onReload }: Props) {
  const t = useText()
  return (
    <>
      <Trouble plugin={plugin} onReload={onReload} />
      <PluginProblems plugin={plugin} />
      <dl className="facts">
        <dt>{t('plugins.version')}</dt>
        <dd className="numeric">{plugin.version}</dd>
        <dt>{t('plugins.source')}</dt>
        <dd>{t(`plugins.mode.${plugin.mode}`)}</dd>
        <dt>{t('plugins.path')}</dt>
        <dd className="row wrap">
          <code className="path-text">{plugin.path}</code>
          <CopyButton text={plugin.path} />
        </dd>
        <dt>{t('plugins.slug')}</dt>
        <dd>
          <code>{plugin.slug}</code>
        </dd>
        <dt>{t('plugins.loaded_at')}</dt>
        <dd>
          {plugin.loaded_at ? (
            <>
              <RelativeTime at={plugin.loaded_at} />{' '}
              {plugin.load_ms !== null && t('plugins.loaded_in', { ms: Math.round(plugin.load_ms) })}
            </>
          ) : (
            t('plugins.not_loaded')
          )}
        </dd>
        <Brings slug={plugin.slug} />
      </dl>
    </>
  )
}

/** What it brings beside its tools, with the way there. */
function Brings({ slug }: Pick<PluginView, 'slug'>) {
  const t = useText()
  const skills = useQuery(api.skills.list.queryOptions({ staleTime: 0 }))
  const templates = useQuery(api.templates.list.queryOptions({ staleTime: 0 }))
  const own = (skills.data ?? []).filter(({ source }) => source === slug)
  const agents = (templates.data ?? []).filter(({ source }) => source === slug)
  return (
    <>
      {own.length > 0 && (
        <>
          <dt>{t('plugins.brings.skills')}</dt>
          <dd>
            <Link href="/settings/skills">
              <VisibleText text={own.map(({ name }) => name).join(', ')} />
            </Link>
          </dd>
        </>
      )}
      {agents.length > 0 && (
        <>
          <dt>{t('plugins.brings.templates')}</dt>
          <dd>
            <Link href="/agents/import">
              <VisibleText text={agents.map(({ name }) => name).join(', ')} />
            </Link>
          </dd>
        </>
      )}
    </>
  )
}

/** What is wrong, where it is told whole, and the way out. */
function Trouble({ plugin, onReload }: Props) {
  const t = useText()
  const reload = (
    <Button size="small" onClick={onReload}>
      {t('plugins.reload')}
    </Button>
  )
  if (plugin.error)
    return (
      <div className="stack">
        <Banner tone="danger" action={reload}>
          <VisibleText text={plugin.error.message} />
        </Banner>
        {plugin.error.detail && (
          <details>
            <summary className="note">{t('plugins.error_detail', { code: plugin.error.code })}</summary>
            <pre className="code" data-size="small">
              <VisibleText text={plugin.error.detail} />
            </pre>
          </details>
        )}
      </div>
    )
  if (plugin.state === 'changed')
    return (
      <Banner tone="wait" action={reload}>
        {t('plugins.changed')}
      </Banner>
    )
  if (plugin.state === 'missing')
    return (
      <Banner tone="danger" action={reload}>
        {t('plugins.missing')}
      </Banner>
    )
  return plugin.state === 'disabled' ? <Banner tone="info">{t('plugins.disabled')}</Banner> : null
}
