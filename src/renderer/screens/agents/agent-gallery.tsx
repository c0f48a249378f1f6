import { useQuery } from '@tanstack/react-query'
import { FileUp, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Stage } from '../../components/panes.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { Segmented } from '../../components/segmented.tsx'
import { useText } from '../../i18n/text.tsx'
import { useShortcut } from '../../shortcuts/use-shortcut.ts'
import { AgentCard } from './agent-card.tsx'
import { ImportSheet } from './import/import-sheet.tsx'
import { NewAgentSheet } from './new-agent-sheet.tsx'

export function AgentGallery({ sheet }: { sheet: 'new' | 'import' | null }) {
  const t = useText()
  const [, navigate] = useLocation()
  const [show, setShow] = useState<'active' | 'archived'>('active')
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const agents = useQuery(api.agents.list.queryOptions({ input: { archived: show === 'archived' } }))
  const create = () => navigate('/agents/new')
  useShortcut('mod+f', () => field.current?.focus())
  return (
    <Stage>
      <main className="pane-main">
        <header className="bar">
          <h1 className="bar-title">{t('agents.title')}</h1>
          <div className="tools-search">
            <SearchField ref={field} label={t('agents.search')} value={search} onChange={setSearch} shortcut="mod+f" />
          </div>
          <Segmented
            label={t('agents.show')}
            value={show}
            options={[
              { value: 'active', label: t('agents.show.active') },
              { value: 'archived', label: t('agents.show.archived') },
            ]}
            onChange={setShow}
          />
          <span className="grow" />
          <Button icon={<FileUp className="icon" aria-hidden />} onClick={() => navigate('/agents/import')}>
            {t('templates.import')}
          </Button>
          <Button kind="primary" icon={<Plus className="icon" aria-hidden />} shortcut="mod+shift+n" onClick={create}>
            {t('agents.new')}
          </Button>
        </header>
        <div className="scroll gallery">
          <QueryView
            query={agents}
            empty={
              show === 'active' ? (
                <EmptyState
                  title={t('agents.empty.title')}
                  action={<Button onClick={create}>{t('agents.new')}</Button>}
                >
                  {t('agents.empty.text')}
                </EmptyState>
              ) : (
                <EmptyState title={t('agents.empty.archived.title')}>{t('agents.empty.archived.text')}</EmptyState>
              )
            }
          >
            {list => <Cards agents={list.filter(agent => matches(agent, search))} search={search} />}
          </QueryView>
        </div>
      </main>
      {sheet === 'new' && <NewAgentSheet onClose={() => navigate('/agents')} />}
      {sheet === 'import' && <ImportSheet onClose={(to = '/agents') => navigate(to)} />}
    </Stage>
  )
}

function matches(agent: AgentView, search: string): boolean {
  const text = `${agent.name} ${agent.description}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

function Cards({ agents, search }: { agents: readonly AgentView[]; search: string }) {
  const t = useText()
  if (agents.length === 0)
    return <EmptyState title={t('agents.none.title')}>{t('agents.none.text', { search })}</EmptyState>
  return (
    <div className="tiles agent-cards">
      {agents.map(agent => (
        <AgentCard key={agent.id} agent={agent} />
      ))}
    </div>
  )
}
