import type { AppServices } from './app-services.ts'

/**
 * Before secrets are saved: a key store that was left alone until now, or did not answer, is asked, and windows hear what
 * it is (L3).
 */
export async function openSecretStore({ vault, events }: Pick<AppServices, 'vault' | 'events'>): Promise<void> {
  if (vault.info.usable && vault.info.asks === undefined) return
  await vault.ready?.()
  events.changed('preferences')
  secretsMayOpen(events)
}

/** What needed to be entered again may be there now: windows look at what depends on it. */
export function secretsMayOpen(events: AppServices['events']): void {
  for (const topic of ['settings', 'tools', 'agents', 'models'] as const) events.changed(topic)
}
