import { useParams } from 'wouter'
import { AgentGallery } from './agent-gallery.tsx'
import { AgentPage } from './agent-page.tsx'

/** All agents, or one. `/agents/new` and `/agents/import` show the list with a sheet over it. */
export function AgentsScreen() {
  const { id, tab } = useParams<{ id?: string; tab?: string }>()
  if (id === undefined || id === 'new' || id === 'import') return <AgentGallery sheet={id ?? null} />
  return <AgentPage key={id} id={Number(id)} tab={tab} />
}
