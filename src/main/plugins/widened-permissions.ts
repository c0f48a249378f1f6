import type { PluginPermissions } from './manifest/plugin-manifest.ts'

const WORDS = { net: 'hosts', fs: 'files', env: 'environment variables' } as const

/** What the new permissions allow beyond the old ones, in words; null when nothing. */
export function widenedPermissions(agreed: PluginPermissions, asked: PluginPermissions): string | null {
  const added = (['net', 'fs', 'env'] as const).flatMap(kind => {
    const more = asked[kind].filter(value => !agreed[kind].includes(value))
    return more.length > 0 ? [`${WORDS[kind]} ${more.join(', ')}`] : []
  })
  return added.length > 0 ? added.join('; ') : null
}
