import { shortcutGlyphs } from '../shortcuts/keys.ts'

/** A keyboard hint in the platform's own glyphs, beside a word, hidden from screen readers. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className="kbd" aria-hidden="true">
      {shortcutGlyphs(keys)}
    </span>
  )
}
