import { Link } from 'wouter'
import type { ToolView } from '../../../shared/contract/tools.ts'
import { Avatar } from '../../components/avatar.tsx'
import { Banner } from '../../components/banner.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { EffectChip } from '../../tool-parts/effect-chip.tsx'
import { spokenName } from '../../tool-parts/spoken-name.ts'
import { operationFacts, troubleOf } from '../../tool-parts/tool-facts.ts'
import { toolStateLook } from '../../tool-parts/tool-state-chip.tsx'
import { troubleSentence } from '../../tool-parts/trouble-sentence.ts'
import { TileAction } from './tile-action.tsx'

/** What it does, in the author's words, and how it stands here. */
export function ToolOverview({ tool }: { tool: ToolView }) {
  const t = useText()
  const trouble = troubleOf(tool)
  const facts = operationFacts(tool)
  const tone = trouble && toolStateLook[trouble].tone
  return (
    <div className="page-padding page-sections">
      {trouble && (
        <Banner
          tone={tone === 'danger' || tone === 'wait' || tone === 'warn' ? tone : 'info'}
          action={<TileAction tool={tool} />}
        >
          {troubleSentence(t, tool, trouble)}
        </Banner>
      )}
      <section>
        <h2>{t('tools.overview.what')}</h2>
        <p className="measure">
          <VisibleText text={tool.description} />
        </p>
      </section>
      {tool.operations.length > 0 && (
        <section>
          <h2>{t('tools.overview.operations')}</h2>
          <ul className="unasked measure">
            {tool.operations.map(operation => (
              <li key={operation.name}>
                <span className="grow">
                  <strong>{spokenName(operation.name)}</strong>{' '}
                  <span className="muted">
                    <VisibleText text={operation.description} />
                  </span>
                </span>
                <EffectChip effect={operation.effect} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <dl className="facts">
          {tool.operations.length > 0 && (
            <>
              <dt>{t('tools.overview.approval')}</dt>
              <dd>{t(`tools.overview.approval.${tool.approval}`, { asking: facts.asking, on: facts.on })}</dd>
            </>
          )}
          <dt>{t('tools.overview.used_by')}</dt>
          <dd>
            {tool.used_by.length === 0 ? (
              t('tools.overview.used_by_none')
            ) : (
              <span className="row wrap">
                {tool.used_by.map(agent => (
                  <Link key={agent.agent_id} className="row" href={`/agents/${agent.agent_id}/tools`}>
                    <Avatar name={agent.name} />
                    {agent.name}
                  </Link>
                ))}
              </span>
            )}
          </dd>
          <dt>{t('tools.overview.settings')}</dt>
          <dd>
            {t('tools.overview.settings_count', { count: tool.settings_schema.length })}
            {tool.missing_required.length > 0 &&
              `, ${t('tools.overview.settings_missing', { labels: tool.missing_required.map(each => each.label).join(', ') })}`}
          </dd>
          <dt>{t('tools.overview.from')}</dt>
          <dd>
            {tool.plugin_slug ? (
              <Link href={`/plugins/${encodeURIComponent(tool.plugin_slug)}`}>
                {tool.plugin_name ?? tool.plugin_slug}
              </Link>
            ) : (
              t('tools.builtin')
            )}
          </dd>
          <dt>{t('tools.overview.name')}</dt>
          <dd>
            <code>{tool.qualified_name}</code>
          </dd>
          {tool.category && (
            <>
              <dt>{t('tools.overview.category')}</dt>
              <dd>{spokenName(tool.category)}</dd>
            </>
          )}
        </dl>
      </section>
    </div>
  )
}
