import { jsonTokens } from './json-tokens.ts'

/** JSON to read: keys, text, numbers and punctuation in their own ink. */
export function JsonCode({ value, label }: { value: unknown; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable from the keyboard
    <section className="code json" data-size="small" aria-label={label} tabIndex={0}>
      {jsonTokens(JSON.stringify(value, null, 2) ?? '').map(({ at, kind, text }) =>
        kind ? (
          <span key={at} className={kind}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </section>
  )
}
