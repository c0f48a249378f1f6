import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Check, Unplug } from 'lucide-react'
import { useState } from 'react'
import type { ToolView } from '../../../shared/contract/tools.ts'
import { api } from '../../api/client.ts'
import { Banner } from '../../components/banner.tsx'
import { Chip } from '../../components/chip.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { JsonCode } from '../../components/json-code.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { Select } from '../../components/select.tsx'
import { useText } from '../../i18n/text.tsx'
import { toldApart } from '../../tool-parts/told-apart.ts'

/** Exactly what a model receives: for an agent and in the dialect of its provider. */
export function ToolSchema({ tool }: { tool: ToolView }) {
  const t = useText()
  const agents = useQuery(api.agents.list.queryOptions())
  const [agent, setAgent] = useState(0)
  const [dialect, setDialect] = useState<string | null>(null)
  const definition = useQuery(
    api.tools.definition.queryOptions({
      input: {
        tool_class: tool.tool_class,
        ...(agent === 0 ? {} : { agent_id: agent }),
        ...(dialect === null ? {} : { dialect }),
      },
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <div className="page-padding page-sections">
      <QueryView query={definition}>
        {shown => (
          <>
            <div className="row wrap">
              <label className="note" htmlFor="schema-agent">
                {t('tools.schema.for')}
              </label>
              <div className="scope-agent">
                <Select
                  id="schema-agent"
                  value={agent}
                  options={[
                    { value: 0, label: t('tools.schema.no_agent') },
                    ...toldApart(agents.data ?? []).map(each => ({ value: each.id, label: each.name })),
                  ]}
                  onChange={setAgent}
                />
              </div>
              <label className="note" htmlFor="schema-dialect">
                {t('tools.schema.dialect')}
              </label>
              <div className="scope-agent">
                <Select
                  id="schema-dialect"
                  value={shown.dialect}
                  options={shown.forms.map(({ dialect, label, reason }) => ({
                    value: dialect,
                    label: reason === null ? label : t('tools.schema.form_left_out', { dialect: label }),
                    description: reason ?? undefined,
                  }))}
                  onChange={setDialect}
                />
              </div>
              <span className="grow" />
              {shown.definition ? (
                <>
                  <span className="note numeric">
                    {t('tools.schema.size', { characters: shown.characters, tokens: shown.tokens })}
                  </span>
                  <Chip tone="ok" icon={<Check className="icon" aria-hidden />}>
                    {t('tools.schema.accepted')}
                  </Chip>
                </>
              ) : (
                <Chip tone="warn" icon={<Unplug className="icon" aria-hidden />}>
                  {t('tools.schema.left_out')}
                </Chip>
              )}
            </div>
            {shown.reason && <Banner tone="warn">{shown.reason}</Banner>}
            {shown.definition && (
              <>
                <section>
                  <h2>{t('tools.schema.added')}</h2>
                  {shown.effective_configuration === '' ? (
                    <p className="note">{t('tools.schema.nothing_added')}</p>
                  ) : (
                    <pre className="code" data-size="small">
                      {shown.effective_configuration.trim()}
                    </pre>
                  )}
                </section>
                <section>
                  <div className="row">
                    <h2 className="grow">{t('tools.schema.definition')}</h2>
                    <CopyButton text={JSON.stringify(shown.definition, null, 2)} label={t('tools.schema.copy')} />
                  </div>
                  <JsonCode value={shown.definition} label={t('tools.schema.definition')} />
                </section>
              </>
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}
