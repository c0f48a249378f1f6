import type { JsonValue, SettingInfo } from '@spora/sdk'
import { hostAndPort } from '../net/guarded-fetch/allow-rules.ts'

/** `host:port` of each url setting that a person filled: what the plugin's author wrote as default does not count. */
export function operatorHosts(settings: readonly SettingInfo[], values: Readonly<Record<string, JsonValue>>): string[] {
  const hosts = new Set<string>()
  for (const { key, type, default: byAuthor } of settings) {
    const value = values[key]
    if (type !== 'url' || typeof value !== 'string' || value === byAuthor || !URL.canParse(value)) continue
    const url = new URL(value)
    if (url.protocol === 'http:' || url.protocol === 'https:') hosts.add(hostAndPort(url))
  }
  return [...hosts]
}
