import { useQuery } from '@tanstack/react-query'
import type { PluginView } from '../../../shared/contract/plugins.ts'
import { api } from '../../api/client.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { QueryView } from '../../components/query-view.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

export function PluginLog({ plugin }: { plugin: PluginView }) {
  const t = useText()
  const log = useQuery(
    api.plugins.log.queryOptions({ input: { slug: plugin.slug }, refetchInterval: 3_000, staleTime: 0 }),
  )
  return (
    <QueryView query={log} empty={<p className="muted">{t('plugins.log.empty')}</p>}>
      {lines => (
        <>
          <div className="row">
            <span className="grow" />
            <CopyButton
              label={t('plugins.log.copy')}
              text={lines.map(line => `${line.at} ${line.level} ${line.text}`).join('\n')}
            />
          </div>
          <ol className="code log" data-size="small" aria-label={t('plugins.log.label', { name: plugin.name })}>
            {lines.map((line, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
              <li key={index} data-level={line.level}>
                <time dateTime={line.at}>{clock.format(new Date(line.at))}</time>
                <span>
                  {line.level === 'error' && <strong>{t('plugins.log.error')} </strong>}
                  <VisibleText text={line.text} />
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
    </QueryView>
  )
}
