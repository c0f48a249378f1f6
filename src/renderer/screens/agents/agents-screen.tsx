import { useParams } from 'wouter'
import { AgentGallery } from './agent-gallery.tsx'
import { AgentPage } from './agent-page.tsx'

/** All agents, or one. `/agents/new` shows the list with the new agent's sheet. */
export function AgentsScreen() {
  const { id, tab } = useParams<{ id?: string; tab?: string }>()
  if (id === undefined || id === 'new') return <AgentGallery creating={id === 'new'} />
  return <AgentPage key={id} id={Number(id)} tab={tab} />
}
