import { useQuery } from '@tanstack/react-query'
import { FastForward, Hand, type LucideIcon } from 'lucide-react'
import { Link } from 'wouter'
import { AGENT_LIMITS } from '../../../shared/agent-limits.ts'
import type { AgentView } from '../../../shared/contract/agents.ts'
import { api } from '../../api/client.ts'
import { QueryView } from '../../components/query-view.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { TextField } from '../../components/text-field.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { canDo } from '../../tool-parts/can-do.ts'
import { rememberedFor } from '../../tool-parts/remembered-for.ts'
import { RememberedNote } from '../../tool-parts/remembered-note.tsx'
import { useAgentForm } from './use-agent-form.tsx'

/** What the agent can do, in plain words, and who it is. */
export function OverviewTab({ agent }: { agent: AgentView }) {
  const t = useText()
  const form = useAgentForm(agent, {
    keys: ['name', 'description'],
    problem: value => (value.name.trim() === '' ? t('agents.new.name_first') : null),
    show: (key, value) => (key === 'name' ? value : null),
  })
  return (
    <div className="tab-form">
      <div className="scroll page-padding page-sections">
        <section>
          <h2>{t('agents.can.title')}</h2>
          <CanDo agent={agent} />
        </section>
        <section>
          <h2>{t('agents.about')}</h2>
          {form.failure}
          <div className="stack form-measure">
            <TextField
              label={t('agents.name')}
              value={form.value.name}
              onChange={name => form.set('name', name)}
              required
              maxLength={AGENT_LIMITS.name}
            />
            <TextField
              label={t('agents.description')}
              value={form.value.description}
              onChange={description => form.set('description', description)}
              rows={2}
              maxLength={AGENT_LIMITS.description}
            />
          </div>
        </section>
        <section>
          <dl className="facts">
            <dt>{t('agents.last_run')}</dt>
            <dd>{agent.last_run_at ? <RelativeTime at={agent.last_run_at} /> : t('agents.never_ran')}</dd>
            <dt>{t('section.chats')}</dt>
            <dd>{t('agents.chats', { count: agent.chats })}</dd>
            <dt>{t('agents.created')}</dt>
            <dd>
              <RelativeTime at={agent.created_at} />
            </dd>
            {agent.created_by && (
              <>
                <dt>{t('agents.made_by')}</dt>
                <dd>
                  <Link href={`/agents/${agent.created_by.id}`}>{agent.created_by.name}</Link>
                </dd>
              </>
            )}
            {agent.template && (
              <>
                <dt>{t('agents.template')}</dt>
                <dd>
                  <VisibleText text={`${agent.template.id} ${agent.template.version}`} />
                </dd>
              </>
            )}
          </dl>
        </section>
      </div>
      {form.bar}
    </div>
  )
}

const SENTENCE = 4

function CanDo({ agent }: { agent: AgentView }) {
  const t = useText()
  const rules = useQuery(api.rules.list.queryOptions())
  const remembered = rememberedFor(rules.data ?? [], agent.id)
  const tools = useQuery(api.agents.tools.queryOptions({ input: { id: agent.id } }))
  return (
    <QueryView query={tools}>
      {list => {
        const { freely, asks } = canDo(list)
        if (freely.length + asks.length === 0)
          return (
            <p className="row wrap">
              <span className="muted">{t('agents.can.nothing')}</span>
              <Link className="button" data-size="small" href={`/agents/${agent.id}/tools`}>
                {t('agents.can.nothing_action')}
              </Link>
            </p>
          )
        return (
          <div className="stack can-do">
            <Abilities
              icon={FastForward}
              phrases={freely}
              sentence="agents.can.freely"
              heading="agents.can.freely_list"
            />
            <Abilities icon={Hand} phrases={asks} sentence="agents.can.asks" heading="agents.can.asks_list" />
            <RememberedNote
              count={
                remembered.filter(({ tool_class }) =>
                  list.some(has => has.enabled && has.tool.tool_class === tool_class),
                ).length
              }
            />
            <p>
              <Link className="note" href={`/agents/${agent.id}/permissions`}>
                {t('agents.can.change')}
              </Link>
            </p>
          </div>
        )
      }}
    </QueryView>
  )
}

interface AbilitiesProps {
  readonly icon: LucideIcon
  readonly phrases: readonly string[]
  readonly sentence: 'agents.can.freely' | 'agents.can.asks'
  readonly heading: 'agents.can.freely_list' | 'agents.can.asks_list'
}

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** A few abilities make a sentence, more of them a list. */
function Abilities({ icon: Icon, phrases, sentence, heading }: AbilitiesProps) {
  const t = useText()
  if (phrases.length === 0) return null
  return (
    <div className="ability">
      <Icon className="icon" aria-hidden />
      {phrases.length <= SENTENCE ? (
        <p>
          <VisibleText text={t(sentence, { list: list.format(phrases) })} />
        </p>
      ) : (
        <div>
          <p>{t(heading)}</p>
          <ul className="plain-list">
            {phrases.map(phrase => (
              <li key={phrase}>
                <VisibleText text={phrase} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
