import type { ToolMetadata } from '@spora/sdk'
import type { PluginView } from '../../shared/contract/plugins.ts'
import { type AbsentTool, absentRunner } from '../tools/absent-tool.ts'
import { qualifiedName } from '../tools/create-registered-tool.ts'
import { resolveIcon } from '../tools/icons/resolve-icon.ts'
import { toolFingerprint } from '../tools/tool-fingerprint.ts'
import type { DescribedToolData } from './described-tool.ts'
import type { StoredPlugin } from './plugin-store.ts'

/** The plugin's tools that are not offered, each with what stands in the way. `offered`: the classes that are. */
export function absentTools(
  stored: StoredPlugin,
  { state, error }: Pick<PluginView, 'state' | 'error'>,
  offered: (toolClass: string) => boolean,
): AbsentTool[] {
  const { slug, manifest, digest } = stored
  const seen = new Set<string>()
  return stored.tools.flatMap(described => {
    const toolClass = `${slug}/${described.className}`
    // Two classes of one name cannot both have rows; the first has them.
    if (offered(toolClass) || seen.has(toolClass)) return []
    seen.add(toolClass)
    const metadata = described.metadata ?? placeholder(described)
    return [
      {
        tool: {
          toolClass,
          qualifiedName: qualifiedName(slug, metadata.tool.name),
          pluginSlug: slug,
          pluginName: manifest.name,
          metadata,
          icon: resolveIcon(metadata.tool.icon, manifest.icon),
          fingerprint: toolFingerprint(toolClass, metadata, manifest.version, digest),
          runner: absentRunner,
        },
        declared: described.metadata !== null,
        ...trouble(stored, described, state, error),
      },
    ]
  })
}

function trouble(
  { manifest }: StoredPlugin,
  described: DescribedToolData,
  state: PluginView['state'],
  error: PluginView['error'],
): Pick<AbsentTool, 'loadError' | 'pluginOff'> {
  if (described.metadata === null) return { loadError: problemsOf(described), pluginOff: null }
  if (state === 'disabled') {
    const why = error ? ` ${error.message}` : ''
    return {
      loadError: null,
      pluginOff: `The plugin ${manifest.name} is off.${why} Turn it on in Plugins to use this tool.`,
    }
  }
  const loading = `The plugin ${manifest.name} is still being loaded.`
  return { loadError: error?.message ?? (state === 'loading' ? loading : problemsOf(described)), pluginOff: null }
}

function problemsOf({ className, problems }: DescribedToolData): string {
  const [first, ...others] = problems
  if (!first) return `${className} could not be loaded. Reload its plugin in Plugins.`
  const more = others.length === 0 ? '' : ` And ${others.length} more; its plugin’s page lists them all.`
  return `${className}: ${first.message}${more}`
}

/** A tool of which only the name is known. */
function placeholder({ className, name, displayName, icon }: DescribedToolData): ToolMetadata {
  return {
    className,
    tool: { name: name || className, description: '', displayName, category: 'general', icon },
    operations: [],
    parameters: [],
    settings: [],
  }
}
