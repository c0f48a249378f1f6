import { useState } from 'react'
import { Button } from '../components/button.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'

const FIRST = 4_000

/** Text of a tool, as it is: not Markdown, unseen characters visible, the rest of long text one click away. */
export function TextResult({ text, label }: { text: string; label: string }) {
  const t = useText()
  const [all, setAll] = useState(false)
  const cut = !all && text.length > FIRST
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable from the keyboard */}
      <section className="text-result" tabIndex={0} aria-label={label}>
        <VisibleText text={cut ? text.slice(0, FIRST) : text} />
        {cut && '…'}
      </section>
      {cut && (
        <Button size="small" onClick={() => setAll(true)}>
          {t('call.show_all', { count: text.length })}
        </Button>
      )}
    </>
  )
}
