import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api } from '../../api/client.ts'
import { AgentPath, rootChat } from '../../calls/agent-path.tsx'
import { DecisionLine } from '../../calls/decision-receipt.tsx'
import { InlineMarkdown } from '../../components/inline-markdown.tsx'
import { ToolWell } from '../../components/tool-icon.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'

/** The last receipts, where nothing waits: what was decided a moment ago is found again. */
export function LastDecided() {
  const t = useText()
  const decided = useQuery(api.calls.decided.queryOptions())
  if (!decided.data?.length) return null
  return (
    <section className="last-decided" aria-labelledby="last-decided">
      <h2 id="last-decided">{t('approvals.last_decided')}</h2>
      <ul>
        {decided.data.map(call => (
          <li key={call.id}>
            <ToolWell icon={call.icon} size="small" />
            <div>
              <Link href={`/chats/${rootChat(call).id}`}>
                <InlineMarkdown text={call.human_description} />
              </Link>
              <div className="note">
                <VisibleText text={call.display_name} />
                <span className="faint" aria-hidden="true">
                  {' / '}
                </span>
                <AgentPath call={call} />
              </div>
              {call.decision && <DecisionLine decision={call.decision} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
