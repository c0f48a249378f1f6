import { collectMetadata } from '@spora/sdk'
import { chooseIcon, resolveIcon } from '../../src/main/tools/icons/resolve-icon.ts'
import { deviates, matched, unexplained, type VectorRunner } from './runner.ts'
import { type ToolDescription, toolClassOf } from './tool-description.ts'

interface Input {
  readonly toolClass: string
  readonly tool_description?: ToolDescription
  readonly plugins: readonly {
    readonly tools: readonly string[]
    readonly manifest: { readonly slug: string; readonly icon?: unknown }
  }[]
}
type Output =
  | { readonly ok: true; readonly icon: string | null; readonly pluginSlug: string | null }
  | { readonly ok: false }

export const run: VectorRunner = ({ input, output }) => {
  const given = input as Input
  const theirs = output as Output
  const toolIcon = given.tool_description ? collectMetadata(toolClassOf(given.tool_description)).tool.icon : null
  // Of two plugins with the same slug the first is loaded; of two that name the class the first owns it.
  const loaded = given.plugins.filter(
    ({ manifest }, index) => given.plugins.findIndex(other => other.manifest.slug === manifest.slug) === index,
  )
  const owner = loaded.find(({ tools }) => tools.includes(given.toolClass))
  const ours = { icon: chooseIcon(toolIcon, owner?.manifest.icon), pluginSlug: owner?.manifest.slug ?? null }
  // Whatever was chosen, something can be drawn.
  if (!['bundled', 'nodes', 'fallback'].includes(resolveIcon(toolIcon, owner?.manifest.icon).kind))
    return unexplained('nothing to draw')
  if (theirs.ok && ours.icon === theirs.icon && ours.pluginSlug === theirs.pluginSlug) return matched
  // I1: blank counts as unset, and so the next layer counts.
  const passedOver = theirs.ok && typeof theirs.icon === 'string' && theirs.icon.trim() === ''
  if (passedOver && ours.pluginSlug === theirs.pluginSlug) return deviates('I1')
  // I1: any slug the manifest rules (G1) allow has an icon, digits only included.
  if (!theirs.ok && /^[a-z0-9][a-z0-9_-]*$/.test(ours.pluginSlug ?? '') && ours.icon !== null) return deviates('I1')
  return unexplained(`ours ${JSON.stringify(ours)}, theirs ${JSON.stringify(theirs)}`)
}
