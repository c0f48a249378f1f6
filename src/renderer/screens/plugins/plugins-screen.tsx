import { useQuery } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { Link, useLocation, useParams } from 'wouter'
import type { PluginView } from '../../../shared/contract/plugins.ts'
import { api } from '../../api/client.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ListPane, Stage } from '../../components/panes.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { ToolIcon } from '../../components/tool-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { AddPluginSheet } from './add-plugin-sheet.tsx'
import { PluginPage } from './plugin-page.tsx'
import { pluginLine, pluginLook } from './plugin-state.tsx'

/** The list of plugins and one of them. `/plugins/add` opens the review sheet over it. */
export function PluginsScreen() {
  const t = useText()
  const [, navigate] = useLocation()
  const { slug, tab } = useParams<{ slug?: string; tab?: string }>()
  const plugins = useQuery(api.plugins.list.queryOptions())
  const adding = slug === 'add'
  const chosen = adding || slug === undefined ? undefined : decodeURIComponent(slug)
  // A wide window shows the first one until another is chosen.
  const shown = chosen ?? plugins.data?.[0]?.slug
  return (
    <Stage panes="list" detail={chosen !== undefined}>
      <ListPane
        title={t('plugins.title')}
        label={t('plugins.title')}
        actions={
          <Link
            className="button"
            data-kind="quiet"
            data-icon-only=""
            href="/plugins/add"
            aria-label={t('plugins.add')}
            title={t('plugins.add')}
          >
            <FolderPlus className="icon" aria-hidden />
          </Link>
        }
      >
        <div className="scroll">
          <QueryView query={plugins} empty={<NoPlugins />}>
            {list => list.map(plugin => <Row key={plugin.slug} plugin={plugin} current={plugin.slug === shown} />)}
          </QueryView>
        </div>
      </ListPane>
      <main className="pane-main">
        <QueryView query={plugins} empty={<NoPlugins />}>
          {list => {
            const plugin = list.find(each => each.slug === shown)
            return plugin ? (
              <PluginPage key={plugin.slug} plugin={plugin} tab={tab} />
            ) : (
              <EmptyState title={t('plugins.not_found.title')}>
                {t('plugins.not_found.text', { slug: shown ?? '' })}
              </EmptyState>
            )
          }}
        </QueryView>
      </main>
      {adding && <AddPluginSheet key={tab ?? ''} candidateId={tab} onClose={to => navigate(to ?? '/plugins')} />}
    </Stage>
  )
}

function NoPlugins() {
  const t = useText()
  return (
    <EmptyState
      title={t('plugins.empty.title')}
      action={
        <Link className="button" href="/plugins/add">
          <FolderPlus className="icon" aria-hidden />
          {t('plugins.add')}
        </Link>
      }
    >
      {t('plugins.empty.text')}
    </EmptyState>
  )
}

function Row({ plugin, current }: { plugin: PluginView; current: boolean }) {
  const t = useText()
  const { tone, icon: Icon } = pluginLook(plugin)
  const trouble = tone === 'danger' || tone === 'wait'
  return (
    <Link
      className="chat-row"
      href={`/plugins/${encodeURIComponent(plugin.slug)}`}
      aria-current={current ? 'page' : undefined}
    >
      <span className="avatar">
        <ToolIcon icon={plugin.icon} className="icon icon-small" />
      </span>
      <span className="chat-row-title clip">{plugin.name}</span>
      <span className="row-version">{plugin.version}</span>
      <span className="chat-row-line" data-tone={trouble ? tone : undefined}>
        {trouble && <Icon className="icon" aria-hidden />}
        <span className="clip">{pluginLine(t, plugin)}</span>
      </span>
    </Link>
  )
}
