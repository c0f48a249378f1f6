import { useMutation } from '@tanstack/react-query'
import { ArrowLeft, Copy, Link2, Package, RotateCw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { PluginView } from '../../../shared/contract/plugins.ts'
import { api } from '../../api/client.ts'
import { shownError } from '../../api/error.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Chip } from '../../components/chip.tsx'
import { Switch } from '../../components/switch.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { ToolWell } from '../../components/tool-icon.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { PluginLog } from './plugin-log.tsx'
import { PluginOverview } from './plugin-overview.tsx'
import { PluginPermissions } from './plugin-permissions.tsx'
import { PluginStateChip } from './plugin-state.tsx'
import { RemovePlugin } from './remove-plugin.tsx'
import { ToolReports } from './tool-reports.tsx'

const TABS = ['overview', 'tools', 'permissions', 'log'] as const
const modeIcon = { shipped: Package, link: Link2, copy: Copy }

export function PluginPage({ plugin, tab }: { plugin: PluginView; tab: string | undefined }) {
  const t = useText()
  const [, navigate] = useLocation()
  const [removing, setRemoving] = useState(false)
  const setEnabled = useMutation(api.plugins.setEnabled.mutationOptions())
  const reload = useMutation(api.plugins.reload.mutationOptions())
  const failed = setEnabled.error ?? reload.error
  const on = plugin.state !== 'disabled'
  const ModeIcon = modeIcon[plugin.mode]
  const scrolled = (content: ReactNode) => (
    <div className="page-padding page-sections">
      {failed && <Banner tone="danger">{shownError(failed).message}</Banner>}
      {content}
    </div>
  )
  return (
    <>
      <header className="bar page-bar">
        <Link
          href="/plugins"
          className="button only-narrow"
          data-kind="quiet"
          data-icon-only=""
          aria-label={t('common.back')}
        >
          <ArrowLeft className="icon" aria-hidden />
        </Link>
        <span className="bar-title clip">{plugin.name}</span>
        <span className="grow" />
        <label className="row note" htmlFor="plugin-enabled">
          {t(on ? 'plugins.on' : 'plugins.off')}
        </label>
        <Switch
          id="plugin-enabled"
          label={t('plugins.enabled', { name: plugin.name })}
          checked={on}
          onChange={enabled => setEnabled.isPending || setEnabled.mutate({ slug: plugin.slug, enabled })}
        />
        <Button
          icon={<RotateCw className="icon" aria-hidden />}
          aria-disabled={reload.isPending || !on}
          onClick={() => reload.mutate({ slug: plugin.slug })}
        >
          {t('plugins.reload')}
        </Button>
        {(plugin.mode !== 'shipped' || plugin.state === 'missing') && (
          <Button kind="danger" icon={<Trash2 className="icon" aria-hidden />} onClick={() => setRemoving(true)}>
            {t('plugins.remove')}
          </Button>
        )}
      </header>
      <div className="page-head">
        <ToolWell icon={plugin.icon} size="large" />
        <div className="grow">
          <div className="row wrap">
            <h1 className="page-title">{plugin.name}</h1>
            <span className="muted numeric">{plugin.version}</span>
            <PluginStateChip plugin={plugin} />
            <Chip tone="line" icon={<ModeIcon className="icon" aria-hidden />}>
              {t(`plugins.mode.${plugin.mode}`)}
            </Chip>
          </div>
          <p className="note">
            <VisibleText text={plugin.description} />
          </p>
        </div>
      </div>
      <Tabs
        size="page"
        label={t('plugins.tabs')}
        value={TABS.find(each => each === tab) ?? 'overview'}
        onChange={next => navigate(`/plugins/${encodeURIComponent(plugin.slug)}/${next}`)}
        tabs={[
          {
            value: 'overview',
            label: t('plugins.tab.overview'),
            content: scrolled(<PluginOverview plugin={plugin} onReload={() => reload.mutate({ slug: plugin.slug })} />),
          },
          {
            value: 'tools',
            label: t('plugins.tab.tools'),
            content: scrolled(<ToolReports tools={plugin.tools} linked />),
          },
          {
            value: 'permissions',
            label: t('plugins.tab.permissions'),
            content: scrolled(<PluginPermissions permissions={plugin.permissions} />),
          },
          { value: 'log', label: t('plugins.tab.log'), content: scrolled(<PluginLog plugin={plugin} />) },
        ]}
      />
      {removing && (
        <RemovePlugin
          plugin={plugin}
          onClose={() => setRemoving(false)}
          onDisable={() => setEnabled.mutate({ slug: plugin.slug, enabled: false })}
        />
      )}
    </>
  )
}
