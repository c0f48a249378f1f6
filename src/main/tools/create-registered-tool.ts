import type { ToolMetadata } from '@spora/sdk'
import { assertUsableSchema } from './assert-usable-schema.ts'
import { resolveIcon } from './icons/resolve-icon.ts'
import type { RegisteredTool, ToolRunner } from './registered-tool.ts'
import { toolFingerprint } from './tool-fingerprint.ts'

export interface NewRegisteredTool {
  readonly metadata: ToolMetadata
  /** Null for a core tool. */
  readonly slug: string | null
  readonly pluginName?: string | null
  /** The icon of the plugin's manifest, meant when the tool has none (I1). */
  readonly manifestIcon?: string | null
  readonly pluginVersion?: string | null
  /** What the plugin's files hash to. */
  readonly digest?: string | null
  readonly runner: ToolRunner
}

/** A tool as the app knows it. Throws ToolDeclarationError when no validator could work with its schema. */
export function registeredTool(tool: NewRegisteredTool): RegisteredTool {
  const { metadata, slug } = tool
  assertUsableSchema(metadata)
  const toolClass = `${slug ?? 'core'}/${metadata.className}`
  return {
    toolClass,
    qualifiedName: qualifiedName(slug, metadata.tool.name),
    pluginSlug: slug,
    pluginName: tool.pluginName ?? slug,
    metadata,
    icon: resolveIcon(metadata.tool.icon, tool.manifestIcon ?? null),
    fingerprint: toolFingerprint(toolClass, metadata, tool.pluginVersion ?? null, tool.digest ?? null),
    runner: tool.runner,
  }
}

/** `name` for a core tool, `slug:name` for a plugin's (W1). */
export function qualifiedName(slug: string | null, name: string): string {
  return slug === null ? name : `${slug}:${name}`
}
