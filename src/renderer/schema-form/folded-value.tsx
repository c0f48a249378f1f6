import { Button } from '../components/button.tsx'
import { VisibleText } from '../components/visible-text.tsx'
import { useText } from '../i18n/text.tsx'
import { hiddenPart, LONG_LIST, LONG_TEXT } from './form-layout.ts'

/** The beginning of a long value and how much more there is: the rest must be opened before it can be approved. */
export function FoldedValue({
  value,
  describedBy,
  onOpen,
}: {
  value: unknown
  describedBy: string
  onOpen: () => void
}) {
  const t = useText()
  const rest = hiddenPart(value)
  const list = Array.isArray(value) && rest === value.length - LONG_LIST
  const beginning = list
    ? value.slice(0, LONG_LIST).map(String).join(', ')
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, LONG_TEXT)
  return (
    <div className="folded">
      <p className="plain">
        <VisibleText text={beginning} />…
      </p>
      <Button size="small" aria-describedby={describedBy} onClick={onOpen}>
        {t(list ? 'form.more_items' : 'form.more_characters', { count: rest })}
      </Button>
    </div>
  )
}
