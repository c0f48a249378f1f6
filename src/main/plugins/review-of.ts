import type { PluginCheck, PluginReview } from '../../shared/contract/plugins.ts'
import { looksLike } from '../text/looks-like.ts'
import { resolveIcon } from '../tools/icons/resolve-icon.ts'
import { pass, warn } from './check.ts'
import type { Inspection } from './folder/inspect-folder.ts'
import type { PluginManifest } from './manifest/plugin-manifest.ts'
import type { StoredPlugin } from './plugin-store.ts'
import { visibleText } from './visible-text.ts'

/** Which permissions the process border really holds back. */
export interface Enforced {
  readonly net: boolean
  readonly fs: boolean
  readonly env: boolean
}

const NOTHING_ENFORCED: Enforced = { net: false, fs: false, env: true }

export interface Surroundings {
  /** The plugin it would stand in the place of. */
  readonly taken: StoredPlugin | null
  /** Those that would stand beside it. */
  readonly others: readonly StoredPlugin[]
  readonly enforced?: Enforced | undefined
}

/** The review sheet of an inspected folder. */
export function reviewOf(
  candidateId: string,
  inspection: Inspection,
  { taken, others, enforced = NOTHING_ENFORCED }: Surroundings,
): PluginReview {
  const { root, manifest, shown, content, digest } = inspection
  const text = (field: string, limit: number) =>
    typeof shown[field] === 'string' ? visibleText(shown[field], limit) : null
  const icon = resolveIcon(null, typeof shown.icon === 'string' ? shown.icon : null)
  const checks = [
    ...inspection.checks,
    ...iconCheck(shown.icon, icon),
    ...slugCheck(manifest?.slug ?? null, taken),
    ...nameCheck(manifest, others),
    ...formerlyCheck(manifest),
  ]
  return {
    candidate_id: candidateId,
    path: root,
    slug: text('slug', 60),
    name: text('name', 80) ?? text('slug', 60) ?? root.split(/[\\/]/).at(-1) ?? root,
    version: text('version', 40),
    description: text('description', 500) ?? '',
    author: text('author', 80),
    icon,
    files: content.files.length,
    bytes: content.bytes,
    digest,
    checks: checks.sort((a, b) => RANK[a.status] - RANK[b.status]),
    can_load: manifest !== null && digest !== null,
    permissions: (['net', 'fs', 'env'] as const).flatMap(kind => {
      const values = manifest?.permissions[kind] ?? []
      return values.length > 0 ? [{ kind, values: [...values], enforced: enforced[kind] }] : []
    }),
    conflict: taken ? { slug: taken.slug, path: taken.path, version: taken.manifest.version } : null,
  }
}

const RANK = { fail: 0, warn: 1, pass: 2 }

function iconCheck(declared: unknown, icon: PluginReview['icon']): PluginCheck[] {
  if (typeof declared !== 'string' || declared.trim() === '') return []
  if (icon.kind !== 'fallback') return [pass('ICON', 'The icon can be drawn')]
  return [
    warn('ICON_UNKNOWN', 'The icon cannot be drawn', icon.reason ?? 'The puzzle piece is shown instead.', {
      file: 'plugin.json',
    }),
  ]
}

/** An approval names the plugin: whoever reads it must know which. */
function nameCheck(manifest: PluginManifest | null, others: readonly StoredPlugin[]): PluginCheck[] {
  if (!manifest) return []
  const looks = looksLike(manifest.name)
  const alike = others.find(other => looksLike(other.manifest.name) === looks)
  if (!alike) return []
  const how = alike.manifest.name === manifest.name ? 'is called the same' : 'looks the same in writing'
  return [
    warn(
      'PLUGIN_NAME_TAKEN',
      'Another plugin has this name',
      `“${alike.manifest.name}” (${alike.slug}) ${how}, and its tools’ questions would look like those of this one. Change the name in plugin.json, or remove one of the two.`,
      { file: 'plugin.json' },
    ),
  ]
}

/** Keys are among what it takes over, so it is said before anything runs. */
function formerlyCheck(manifest: PluginManifest | null): PluginCheck[] {
  if (!manifest || manifest.formerly.length === 0) return []
  return [
    warn(
      'PLUGIN_FORMERLY',
      'It takes over the settings of another plugin',
      `It says that it was called ${manifest.formerly.join(', ')} before. What is set there, keys included, will count for it, unless that plugin is still there.`,
      { file: 'plugin.json' },
    ),
  ]
}

function slugCheck(slug: string | null, taken: StoredPlugin | null): PluginCheck[] {
  if (slug === null) return []
  if (!taken) return [pass('SLUG', `The slug ${slug} is free`)]
  if (taken.slug !== slug)
    return [
      warn(
        'PLUGIN_SAME_FOLDER',
        'This folder is there already',
        `It was added as “${taken.slug}”. Adding it again replaces that entry.`,
      ),
    ]
  // Not a fault of the folder: the person decides which of the two it is (G6).
  return [
    warn(
      'SLUG_TAKEN',
      `The slug ${slug} is taken`,
      `Version ${taken.manifest.version} from ${taken.path} has it. Replace that one, or change the slug in plugin.json.`,
      { file: 'plugin.json' },
    ),
  ]
}
