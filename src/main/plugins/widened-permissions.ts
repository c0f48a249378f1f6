import type { PluginManifest } from './manifest/plugin-manifest.ts'

type Agreed = Pick<PluginManifest, 'slug' | 'permissions' | 'formerly'>

const WORDS = { net: 'hosts', fs: 'files', env: 'environment variables' } as const

/** What the new manifest asks for beyond the old one, in words; null when nothing. Settings of others are among it. */
export function widenedPermissions(agreed: Agreed, asked: Agreed): string | null {
  const permissions = (['net', 'fs', 'env'] as const).map(kind =>
    added(WORDS[kind], agreed.permissions[kind], asked.permissions[kind]),
  )
  // Its own earlier classes are its own: their author renames them while it runs.
  const others = asked.formerly.filter(entry => entry.split('/')[0] !== asked.slug)
  const all = [...permissions, added('the settings of', agreed.formerly, others)].filter(words => words !== null)
  return all.length > 0 ? all.join('; ') : null
}

function added(what: string, agreed: readonly string[], asked: readonly string[]): string | null {
  const more = asked.filter(value => !agreed.includes(value))
  return more.length > 0 ? `${what} ${more.join(', ')}` : null
}
