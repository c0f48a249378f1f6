import type { z } from 'zod'
import type { pluginPermissions } from '../../../shared/contract/plugins.ts'

export type PluginPermissions = z.infer<typeof pluginPermissions>

/** `plugin.json` after the checks, with every default filled in. */
export interface PluginManifest {
  readonly slug: string
  readonly main: string
  readonly name: string
  readonly version: string
  readonly description: string
  readonly author: string | null
  readonly homepage: string | null
  readonly icon: string | null
  readonly apiVersion: number
  readonly permissions: PluginPermissions
  readonly formerly: readonly string[]
}

export const MANIFEST_FILE = 'plugin.json'
export const DEFAULT_MAIN = 'index.mjs'
/** The plugin API this app speaks; the one before it is read too. */
export const API_VERSION = 1
