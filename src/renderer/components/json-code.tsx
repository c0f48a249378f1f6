import { useState } from 'react'
import { useText } from '../i18n/text.tsx'
import { Button } from './button.tsx'
import { jsonTokens } from './json-tokens.ts'
import { VisibleText } from './visible-text.tsx'

/** Colouring a huge value would stop the window: its beginning first, the rest (plain) when asked for. */
const FIRST = 20_000

/** JSON to read: keys, text, numbers and punctuation in their own ink, unseen characters made visible. */
export function JsonCode({ value, label }: { value: unknown; label: string }) {
  const t = useText()
  const [all, setAll] = useState(false)
  const text = JSON.stringify(value, null, 2) ?? 'null'
  const cut = text.length > FIRST
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable from the keyboard */}
      <section className="code json" data-size="small" aria-label={label} tabIndex={0}>
        {all && cut ? <VisibleText text={text} /> : <Coloured text={cut ? text.slice(0, FIRST) : text} />}
      </section>
      {cut && !all && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('call.show_all', { count: text.length })}
        </Button>
      )}
    </>
  )
}

function Coloured({ text }: { text: string }) {
  return jsonTokens(text).map(({ at, kind, text: part }) =>
    kind ? (
      <span key={at} className={kind}>
        <VisibleText text={part} />
      </span>
    ) : (
      part
    ),
  )
}
