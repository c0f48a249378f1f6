import { pluginSlugProblem } from '../tools/plugin-slug.ts'
import type { DescribedToolData } from './described-tool.ts'
import type { PluginManifest } from './manifest/plugin-manifest.ts'
import type { KeptClass, ToolData } from './tool-data.ts'

export interface TakenOver {
  readonly from: string
  readonly to: string
}

/**
 * R2: a plugin that says what it was called before keeps what is set for its tools. Nothing is taken from a plugin that
 * is still there (`isInstalled`). To be called in a transaction.
 */
export function takeOver(
  { slug, formerly }: PluginManifest,
  tools: readonly DescribedToolData[],
  data: ToolData,
  isInstalled: (slug: string) => boolean,
): TakenOver[] {
  const usable = tools.filter(tool => tool.metadata !== null)
  const own = new Set(usable.map(({ className }) => `${slug}/${className}`))
  return formerly.flatMap(entry => {
    const [formerSlug = '', formerClass] = entry.split('/')
    if (pluginSlugProblem(formerSlug) !== null || (formerSlug !== slug && isInstalled(formerSlug))) return []
    const kept = data
      .classesOf(formerSlug)
      .filter(({ toolClass }) => !own.has(toolClass) && (formerClass === undefined || toolClass === entry))
    return kept.flatMap(from => {
      const successor = successorOf(from, usable, formerClass !== undefined)
      if (!successor) return []
      const to = `${slug}/${successor.className}`
      data.move(from.toolClass, to, successor.name)
      return [{ from: from.toolClass, to }]
    })
  })
}

/** The class of the same name, else the tool of the same name, else, for a class that was named, the only tool. */
function successorOf(
  { toolClass, toolName }: KeptClass,
  tools: readonly DescribedToolData[],
  named: boolean,
): DescribedToolData | undefined {
  const className = toolClass.slice(toolClass.indexOf('/') + 1)
  const [only, ...others] = tools
  return (
    tools.find(tool => tool.className === className) ??
    tools.find(tool => tool.name === toolName) ??
    (named && others.length === 0 ? only : undefined)
  )
}
