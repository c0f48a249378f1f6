/** What the first picture of a window depends on. */
export interface Look {
  readonly theme: 'system' | 'light' | 'dark'
  readonly welcomed: boolean
  readonly list_collapsed: boolean
}

const THEMES: readonly unknown[] = ['system', 'light', 'dark'] satisfies Look['theme'][]

/** Null for anything else. Without the contract's schemas: it is read before they are loaded. */
export function parseLook(text: string): Look | null {
  try {
    const { theme, welcomed, list_collapsed } = JSON.parse(text) as Partial<Look>
    if (!THEMES.includes(theme) || typeof welcomed !== 'boolean' || typeof list_collapsed !== 'boolean') return null
    return { theme: theme as Look['theme'], welcomed, list_collapsed }
  } catch {
    return null
  }
}
