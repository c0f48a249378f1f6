import type { QueryClient } from '@tanstack/react-query'
import type { Preferences } from '../../shared/contract/system.ts'
import { api } from './client.ts'

/** In the app the page brings them along, so that its first picture waits for nothing. They are looked at again soon. */
export function takeWrittenPreferences(queries: QueryClient): void {
  const written = document.querySelector<HTMLMetaElement>('meta[name="preferences"]')?.content
  if (!written) return
  queries.setQueryData(api.system.preferences.queryKey(), JSON.parse(written) as Preferences)
}
