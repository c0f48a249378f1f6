import type { Page } from '@playwright/test'

/** What a test has open: closed by the test itself, or after it when it failed. */
export const opened = new Set<{ readonly page?: Page; close(): Promise<unknown> }>()

/** Remembers something until its own `close` is called. */
export function untilClosed<T extends { readonly page?: Page; close(): Promise<unknown> }>(
  thing: T,
): T & { forget(): void } {
  const kept = { ...thing, close: thing.close }
  opened.add(kept)
  return {
    ...thing,
    async close() {
      opened.delete(kept)
      return thing.close()
    },
    /** It ended some other way. */
    forget: () => void opened.delete(kept),
  }
}
