import type { PluginPermissions } from './manifest/plugin-manifest.ts'

/** A plugin process's environment. Never empty: an empty one would mean the whole of ours. */
export function hostEnvironment(permissions: PluginPermissions): Record<string, string> {
  const given = ['TZ', 'NODE_EXTRA_CA_CERTS', 'SystemRoot', ...permissions.env]
  const values = given.flatMap(name => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { SPORA_PLUGIN_HOST: '1', LANG: 'C.UTF-8', ...Object.fromEntries(values) }
}
