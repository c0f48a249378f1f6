import { useQuery } from '@tanstack/react-query'
import { Archive, ChevronRight, Cpu, Hand, MessageSquarePlus } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { api } from '../../api/client.ts'
import { hasCode } from '../../api/error.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Banner } from '../../components/banner.tsx'
import { Chip } from '../../components/chip.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Stage } from '../../components/panes.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { useHeld } from '../../unsaved/use-held.ts'
import { AdvancedTab } from './advanced-tab.tsx'
import { AgentMenu } from './agent-menu.tsx'
import { InstructionsTab } from './instructions-tab.tsx'
import { ModelTab } from './model-tab.tsx'
import { NotesTab } from './notes-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { PermissionsTab } from './permissions-tab.tsx'
import { ToolsTab } from './tools-tab.tsx'

const TABS = ['overview', 'instructions', 'model', 'tools', 'permissions', 'notes', 'advanced'] as const

export function AgentPage({ id, tab }: { id: number; tab: string | undefined }) {
  const t = useText()
  const known = Number.isInteger(id) && id > 0
  const agent = useQuery(api.agents.get.queryOptions({ input: { id }, enabled: known }))
  const gone = !known || hasCode(agent.error, 'AGENT_NOT_FOUND')
  // What was being typed about it stays to be read.
  const typing = useHeld() && agent.data !== undefined
  return (
    <Stage>
      <main className="pane-main">
        {gone && typing && (
          <div className="banner-row">
            <Banner tone="danger">{t('agents.gone')}</Banner>
          </div>
        )}
        {gone && !typing ? (
          <EmptyState
            title={t('agents.not_found.title')}
            action={
              <Link className="button" href="/agents">
                {t('agents.not_found.action')}
              </Link>
            }
          >
            {t('agents.not_found.text')}
          </EmptyState>
        ) : (
          <QueryView query={agent}>{found => <Page agent={found} tab={tab} />}</QueryView>
        )}
      </main>
    </Stage>
  )
}

function Page({ agent, tab }: { agent: AgentView; tab: string | undefined }) {
  const t = useText()
  const [, navigate] = useLocation()
  return (
    <>
      <header className="bar page-bar">
        <nav className="breadcrumb">
          <Link href="/agents">{t('agents.title')}</Link>
          <ChevronRight className="icon" aria-hidden />
          <strong className="clip">{agent.name}</strong>
        </nav>
        <span className="grow" />
        {!agent.archived && (
          <Link className="button" data-kind="primary" href={`/chats/new/${agent.id}`}>
            <MessageSquarePlus className="icon" aria-hidden />
            {t('agents.chat')}
          </Link>
        )}
        <AgentMenu agent={agent} />
      </header>
      <div className="page-head">
        <Avatar name={agent.name} size="large" />
        <div className="grow">
          <div className="row wrap">
            <h1 className="page-title">{agent.name}</h1>
            {agent.archived && <Chip icon={<Archive className="icon" aria-hidden />}>{t('agents.archived')}</Chip>}
            {agent.waiting_calls > 0 && (
              <Chip tone="wait" icon={<Hand className="icon" aria-hidden />}>
                {t('agents.waiting', { count: agent.waiting_calls })}
              </Chip>
            )}
            <Chip tone="line" icon={<Cpu className="icon" aria-hidden />}>
              {agent.model
                ? agent.model.is_ai
                  ? agent.model.name
                  : t('agents.not_ai', { name: agent.model.name })
                : t('agents.no_model')}
            </Chip>
          </div>
          <p className="note clip">
            <VisibleText text={agent.description} />
          </p>
        </div>
      </div>
      <Tabs
        size="page"
        label={t('agents.tabs')}
        value={TABS.find(each => each === tab) ?? 'overview'}
        onChange={next => navigate(`/agents/${agent.id}/${next}`)}
        tabs={[
          { value: 'overview', label: t('agents.tab.overview'), content: <OverviewTab agent={agent} /> },
          { value: 'instructions', label: t('agents.tab.instructions'), content: <InstructionsTab agent={agent} /> },
          { value: 'model', label: t('agents.tab.model'), content: <ModelTab agent={agent} /> },
          { value: 'tools', label: t('agents.tab.tools'), content: <ToolsTab agent={agent} /> },
          { value: 'permissions', label: t('agents.tab.permissions'), content: <PermissionsTab agent={agent} /> },
          { value: 'notes', label: t('agents.tab.notes'), content: <NotesTab agent={agent} /> },
          { value: 'advanced', label: t('agents.tab.advanced'), content: <AdvancedTab agent={agent} /> },
        ]}
      />
    </>
  )
}
