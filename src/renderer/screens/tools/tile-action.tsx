import { Link } from 'wouter'
import type { ToolView } from '../../../shared/contract/tools.ts'
import { useText } from '../../i18n/text.tsx'
import { toolPath } from '../../tool-parts/tool-path.ts'

/** The way to the fix: the settings, the schema, or the plugin's page with the whole report. */
export function TileAction({ tool }: { tool: ToolView }) {
  const t = useText()
  const fix = fixOf(tool)
  if (!fix) return null
  return (
    <Link className="button" data-size="small" href={fix.href} aria-label={`${t(fix.word)}: ${tool.display_name}`}>
      {t(fix.word)}
    </Link>
  )
}

function fixOf(tool: ToolView) {
  if (tool.state === 'needs_configuration')
    return { href: toolPath(tool, 'settings', 'all'), word: 'tools.set_up' } as const
  if (tool.state === 'left_out') return { href: toolPath(tool, 'schema'), word: 'tools.open_schema' } as const
  if ((tool.state === 'load_error' || tool.state === 'plugin_off') && tool.plugin_slug)
    return { href: `/plugins/${encodeURIComponent(tool.plugin_slug)}`, word: 'tools.open_plugin' } as const
  return null
}
