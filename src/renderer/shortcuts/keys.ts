/** Shortcuts are written `mod+shift+a`; `mod` is ⌘ on a Mac and Ctrl elsewhere. */
export const isMac = /mac/i.test(globalThis.navigator?.platform ?? '')

const GLYPHS: Readonly<Record<string, string>> = isMac
  ? { mod: '⌘', shift: '⇧', alt: '⌥', enter: '↩', escape: 'esc', arrowup: '↑', arrowdown: '↓' }
  : { mod: 'Ctrl', shift: '⇧', alt: 'Alt', enter: '↵', escape: 'Esc', arrowup: '↑', arrowdown: '↓' }

export function shortcutGlyphs(keys: string): string {
  const parts = keys.split('+').map(part => GLYPHS[part] ?? part.toUpperCase())
  return parts.join(isMac ? '' : ' ')
}

interface Pressed {
  readonly key: string
  readonly metaKey: boolean
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

export function matchesKeys(keys: string, event: Pressed): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1)
  const has = (part: string) => parts.slice(0, -1).includes(part)
  return (
    event.key.toLowerCase() === key &&
    (isMac ? event.metaKey : event.ctrlKey) === has('mod') &&
    (isMac ? event.ctrlKey : event.metaKey) === false &&
    event.altKey === has('alt') &&
    // `?` and the like need Shift on some keyboards: only letters and named keys say it
    (key === '?' || event.shiftKey === has('shift'))
  )
}
