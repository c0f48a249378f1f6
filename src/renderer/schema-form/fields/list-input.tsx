import { X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { VisibleText } from '../../components/visible-text.tsx'
import { useText } from '../../i18n/text.tsx'
import { controlAttributes, type FieldProps } from '../field-props.ts'
import { typedNumber } from '../typed-number.ts'

/** Where an item may be either, text is in quotes. */
const shownItem = ({ item: kind }: FieldProps['parameter'], item: unknown) =>
  kind === 'string' && typeof item === 'string' ? item : JSON.stringify(item)

/** A list of words or numbers: tags, Enter adds, Backspace in the empty field takes the last one away. */
export function ListInput(props: FieldProps) {
  const { parameter, value, onChange } = props
  const t = useText()
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const { 'data-invalid': invalid, 'data-changed': changed, ...attributes } = controlAttributes(props)

  function add() {
    const typed = text.trim()
    if (!typed) return
    onChange([...items, parameter.item === 'string' ? typed : (typedNumber(typed) ?? typed)])
    setText('')
  }

  function remove(index: number) {
    onChange(items.filter((_, other) => other !== index))
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    if ((event.key === 'Enter' || event.key === ',') && text.trim()) {
      add()
      // With Ctrl or ⌘ it decides about the whole card, with what stands here.
      if (!event.ctrlKey && !event.metaKey) event.preventDefault()
    } else if (event.key === 'Backspace' && text === '' && items.length > 0) remove(items.length - 1)
  }

  return (
    <span className="input tags" data-invalid={invalid} data-changed={changed}>
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a list may hold the same item twice; its place is its identity
        <span key={index} className="tag numeric">
          <VisibleText text={shownItem(parameter, item)} />
          <button
            type="button"
            aria-label={t('form.remove_item', { item: String(item) })}
            onClick={() => remove(index)}
          >
            <X className="icon" aria-hidden />
          </button>
        </span>
      ))}
      <input
        ref={field}
        {...attributes}
        type="text"
        value={text}
        placeholder={t('form.add_item')}
        onChange={event => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
    </span>
  )
}
