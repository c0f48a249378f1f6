import { Avatar } from '../components/avatar.tsx'
import { useText } from '../i18n/text.tsx'

const SHOWN = 3

/** Who uses a tool: up to three letters, the rest as a number; the names are read out and shown on hover. */
export function AgentAvatars({ agents }: { agents: readonly { readonly agent_id: number; readonly name: string }[] }) {
  const t = useText()
  if (agents.length === 0) return null
  const names = t('tools.used_by', { names: agents.map(agent => agent.name).join(', ') })
  return (
    <span className="row" role="img" aria-label={names} title={names}>
      <span className="avatars">
        {agents.slice(0, SHOWN).map(agent => (
          <Avatar key={agent.agent_id} name={agent.name} />
        ))}
      </span>
      {agents.length > SHOWN && <span aria-hidden="true">+{agents.length - SHOWN}</span>}
    </span>
  )
}
