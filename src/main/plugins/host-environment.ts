import type { PluginPermissions } from './manifest/plugin-manifest.ts'

/** What every plugin's process is given: the time zone, the extra certificates, and what Windows cannot do without. */
const ALWAYS = ['TZ', 'NODE_EXTRA_CA_CERTS', 'SystemRoot']

/** A plugin's environment. Never empty: an empty one would mean the whole of ours. */
export function hostEnvironment(permissions: PluginPermissions): Record<string, string> {
  const environment: Record<string, string> = { SPORA_PLUGIN_HOST: '1', LANG: 'C.UTF-8' }
  for (const name of [...ALWAYS, ...permissions.env]) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}
