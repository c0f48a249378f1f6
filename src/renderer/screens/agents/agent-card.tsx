import { Archive, Cpu, Hand, MessageSquarePlus } from 'lucide-react'
import { Link } from 'wouter'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Chip } from '../../components/chip.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { AgentMenu } from './agent-menu.tsx'
import { ToolChips } from './tool-chips.tsx'

/** One agent: who it is, what thinks for it, what it may use, and whether it waits for you. */
export function AgentCard({ agent }: { agent: AgentView }) {
  const t = useText()
  return (
    <article className="tile agent-card">
      <div className="tile-head">
        <Avatar name={agent.name} size="large" />
        <div className="grow">
          <Link className="tile-name clip" href={`/agents/${agent.id}`}>
            {agent.name}
          </Link>
          <div className="tile-id agent-model clip">
            <Cpu className="icon" aria-hidden /> {modelName(agent)}
          </div>
        </div>
        <AgentMenu agent={agent} />
      </div>
      <p className="tile-text">
        <VisibleText text={agent.description} />
      </p>
      <ToolChips tools={agent.tools} />
      <div className="tile-foot">
        {agent.waiting_calls > 0 && (
          <Chip tone="wait" icon={<Hand className="icon" aria-hidden />}>
            {t('agents.waiting', { count: agent.waiting_calls })}
          </Chip>
        )}
        {agent.archived && <Chip icon={<Archive className="icon" aria-hidden />}>{t('agents.archived')}</Chip>}
        {agent.waiting_calls === 0 && !agent.archived && (
          <span className="tool-row-facts clip">
            {agent.last_run_at ? (
              <>
                {t('agents.last_run')} <RelativeTime at={agent.last_run_at} />
              </>
            ) : (
              t('agents.never_ran')
            )}
          </span>
        )}
        <span className="grow" />
        {!agent.archived && (
          <Link
            className="button"
            data-size="small"
            href={`/chats/new/${agent.id}`}
            aria-label={t('agents.chat_with', { name: agent.name })}
          >
            <MessageSquarePlus className="icon" aria-hidden />
            {t('agents.chat')}
          </Link>
        )}
      </div>
    </article>
  )

  function modelName({ model, llm_config_id }: AgentView): string {
    if (!model) return t('agents.no_model')
    const name = model.is_ai ? model.name : t('agents.not_ai', { name: model.name })
    return llm_config_id === null ? t('agents.default_model', { name }) : name
  }
}
