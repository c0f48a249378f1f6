import { CircleCheck, CircleX } from 'lucide-react'
import { Link } from 'wouter'
import type { PluginView } from '../../../shared/contract/plugins.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ToolWell } from '../../components/tool-icon.tsx'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { toolPath } from '../../tool-parts/tool-path.ts'

interface Props {
  readonly tools: PluginView['tools']
  /** Names lead to the tools' pages. */
  readonly linked?: boolean
}

/** One line per tool: loaded, or what is wrong with it, where, and what to do. */
export function ToolReports({ tools, linked }: Props) {
  const t = useText()
  if (tools.length === 0) return <EmptyState title={t('plugins.tools.none')} />
  return (
    <ul className="framed">
      {tools.map(tool => (
        <li key={`${tool.class_name}/${tool.name}`} className="report">
          <ToolWell icon={tool.icon} size="small" />
          <div className="grow">
            <div className="row wrap">
              {linked && tool.ok && tool.qualified_name ? (
                <Link className="tool-row-name" href={toolPath({ qualified_name: tool.qualified_name })}>
                  <VisibleText text={tool.display_name} />
                </Link>
              ) : (
                <strong>
                  <VisibleText text={tool.display_name} />
                </strong>
              )}
              {tool.qualified_name && (
                <span className="tile-id">
                  <VisibleText text={tool.qualified_name} />
                </span>
              )}
            </div>
            {tool.problems.map(problem => (
              <p key={problem.code + problem.message} className="note" data-tone={tool.ok ? 'warn' : 'danger'}>
                <VisibleText text={problem.message} />
              </p>
            ))}
            {tool.icon.kind === 'fallback' && tool.icon.reason && (
              <p className="note" data-tone="warn">
                <VisibleText text={tool.icon.reason} />
              </p>
            )}
          </div>
          <span className="tool-row-facts">
            {tool.operations > 0 && t('plugins.tool.operations', { count: tool.operations })}
          </span>
          <span className="outcome" data-tone={tool.ok ? 'ok' : 'danger'}>
            {tool.ok ? <CircleCheck className="icon" aria-hidden /> : <CircleX className="icon" aria-hidden />}
            {t(tool.ok ? 'plugins.tool.ok' : 'plugins.tool.failed')}
          </span>
        </li>
      ))}
    </ul>
  )
}
