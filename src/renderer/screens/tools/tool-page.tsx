import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useRef } from 'react'
import { Link, useLocation } from 'wouter'
import type { ToolView } from '../../../shared/contract/tools.ts'
import { Banner } from '../../components/banner.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Stage } from '../../components/panes.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { ToolWell } from '../../components/tool-icon.tsx'
import { useText } from '../../i18n/text.tsx'
import { SettingsPanel } from '../../settings-panel/settings-panel.tsx'
import { SourceChip } from '../../tool-parts/source-chip.tsx'
import { spokenName } from '../../tool-parts/spoken-name.ts'
import { type ToolTab, toolPath } from '../../tool-parts/tool-path.ts'
import { ApprovalChip, ToolStateChip } from '../../tool-parts/tool-state-chip.tsx'
import { useHeld } from '../../unsaved/use-held.ts'
import { EnableOnAgents } from './enable-on-agents.tsx'
import { scopeKey, scopeOf } from './scope-key.ts'
import { ToolOperations } from './tool-operations.tsx'
import { ToolOverview } from './tool-overview.tsx'
import { ToolSchema } from './tool-schema.tsx'

interface Props {
  readonly query: UseQueryResult<ToolView[], unknown>
  readonly name: string
  readonly tab: string | undefined
  readonly scopeKey: string | undefined
}

const TABS: readonly ToolTab[] = ['overview', 'settings', 'operations', 'schema']

export function ToolPage({ query, name, tab, scopeKey: scope }: Props) {
  const t = useText()
  const typing = useHeld()
  const last = useRef<ToolView>(undefined)
  return (
    <Stage>
      <main className="pane-main">
        <QueryView query={query}>
          {tools => {
            const tool = tools.find(each => each.qualified_name === name)
            if (tool) last.current = tool
            // What was being typed about it stays to be read.
            const shown = tool ?? (typing && last.current?.qualified_name === name ? last.current : undefined)
            if (!shown) return <NotFound name={name} />
            return (
              <>
                {!tool && (
                  <div className="banner-row">
                    <Banner tone="danger">{t('tools.gone')}</Banner>
                  </div>
                )}
                <Found tool={shown} tab={TABS.find(each => each === tab) ?? 'overview'} scope={scope} />
              </>
            )
          }}
        </QueryView>
      </main>
    </Stage>
  )
}

function NotFound({ name }: { name: string }) {
  const t = useText()
  return (
    <EmptyState
      title={t('tools.not_found.title')}
      action={
        <Link className="button" href="/tools">
          {t('tools.not_found.action')}
        </Link>
      }
    >
      {t('tools.not_found.text', { name })}
    </EmptyState>
  )
}

function Found({ tool, tab, scope }: { tool: ToolView; tab: ToolTab; scope: string | undefined }) {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <>
      <header className="bar page-bar">
        <nav className="breadcrumb">
          <Link href="/tools">{t('tools.title')}</Link>
          <ChevronRight className="icon" aria-hidden />
          {tool.category && (
            <>
              <span className="hide-narrow">{spokenName(tool.category)}</span>
              <ChevronRight className="icon hide-narrow" aria-hidden />
            </>
          )}
          <strong className="clip">{tool.display_name}</strong>
        </nav>
        <span className="grow" />
        {tool.state !== 'load_error' && <EnableOnAgents tool={tool} />}
      </header>
      <div className="page-head">
        <ToolWell icon={tool.icon} size="large" />
        <div className="grow">
          <div className="row wrap">
            <h1 className="page-title">{tool.display_name}</h1>
            <ToolStateChip tool={tool} />
            {tool.state !== 'load_error' && <ApprovalChip approval={tool.approval} />}
            <SourceChip tool={tool} />
          </div>
          <p className="note clip">
            <code>{tool.qualified_name}</code>&ensp;{tool.description}
          </p>
        </div>
      </div>
      <Tabs
        size="page"
        label={t('tools.tabs')}
        value={tab}
        onChange={next => navigate(toolPath(tool, next))}
        tabs={[
          { value: 'overview', label: t('tools.tab.overview'), content: <ToolOverview tool={tool} /> },
          {
            value: 'settings',
            label: t('tools.tab.settings'),
            content: (
              <SettingsPanel
                tool={tool}
                scope={scopeOf(scope)}
                onScope={next => navigate(toolPath(tool, 'settings', scopeKey(next)))}
              />
            ),
          },
          {
            value: 'operations',
            label: t('tools.tab.operations'),
            content: <ToolOperations tool={tool} agentKey={scope} />,
          },
          { value: 'schema', label: t('tools.tab.schema'), content: <ToolSchema tool={tool} /> },
        ]}
      />
    </>
  )
}
