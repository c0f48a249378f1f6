import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { jsonTokens } from './json-tokens.ts'

/** Colouring a huge result would stop the window: its beginning first, the rest when asked for. */
const FIRST = 20_000

const CLASS = { key: 'k', string: 's', number: 'n', punctuation: 'p' } as const

/** A JSON value, indented and coloured, with unseen characters made visible. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  const t = useText()
  const [all, setAll] = useState(false)
  const text = JSON.stringify(value, null, 2) ?? 'null'
  const shown = all || text.length <= FIRST ? text : text.slice(0, FIRST)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard */}
      <section className="code json" data-size="small" tabIndex={0} aria-label={label}>
        {all && text.length > FIRST
          ? text
          : jsonTokens(shown).map((token, index) =>
              token.kind === 'space' ? (
                token.text
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one immutable text
                <span key={index} className={CLASS[token.kind]}>
                  <VisibleText text={token.text} />
                </span>
              ),
            )}
      </section>
      {shown.length < text.length && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('call.show_all', { count: text.length })}
        </Button>
      )}
    </>
  )
}
