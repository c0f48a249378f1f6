import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { useText } from '../../i18n/text.tsx'
import { keptText, restOf, useKeptText } from '../../unsaved/kept-text.ts'

interface Props {
  /** Whose draft it is. */
  readonly chat: number | 'new'
  readonly label: string
  readonly placeholder: string
  /** Resolves when it was taken; the text stays when it was not. */
  readonly onSend: (text: string) => Promise<unknown>
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  /** Beside the send button. */
  readonly children?: ReactNode
  /** Examples put their text here. */
  readonly suggestion?: { readonly text: string; readonly count: number }
}

/**
 * Someone was writing when the field went: it comes back with the focus, unless that is elsewhere by then, or they have
 * begun to read with the keys or the mouse.
 */
let wasWriting = false

const READING = new Set(['Home', 'End', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'Tab', ' '])

function noteReading(event: Event): void {
  if (event.type !== 'keydown' || READING.has((event as globalThis.KeyboardEvent).key)) wasWriting = false
}

function focusConversation(): void {
  const log = document.querySelector<HTMLElement>('[role="log"]')
  log?.focus()
  for (const type of ['keydown', 'pointerdown']) log?.addEventListener(type, noteReading)
}

/** Enter sends, Shift+Enter begins a new line. */
export function Composer({ chat, label, placeholder, onSend, disabled, autoFocus, children, suggestion }: Props) {
  const t = useText()
  const draft = `chat ${chat}`
  const [text, write] = useKeptText(draft)
  const [sending, setSending] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of an example counts, also the same one again
  useEffect(() => {
    if (!suggestion) return
    write(suggestion.text)
    field.current?.focus()
  }, [suggestion])

  // When it goes while it is typed in (the agent starts), the conversation gets the focus rather than nothing.
  useLayoutEffect(() => {
    const element = field.current
    const { activeElement } = document
    if (wasWriting && (activeElement === document.body || activeElement?.role === 'log')) element?.focus()
    wasWriting = false
    return () => {
      if (element && element === document.activeElement) {
        wasWriting = true
        queueMicrotask(focusConversation)
      }
    }
  }, [])

  const canSend = text.trim() !== '' && !disabled && !sending
  async function send() {
    if (!canSend) return
    setSending(true)
    try {
      await onSend(text.trim())
      write(restOf(keptText(draft), text))
    } catch {
      // the caller shows why; the text stays to be sent again
    } finally {
      setSending(false)
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }

  return (
    <form
      className="composer-box"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        ref={field}
        rows={1}
        aria-label={label}
        placeholder={placeholder}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: a new chat is for writing; nothing else on the screen takes input
        autoFocus={autoFocus}
        onChange={event => write(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="row">
        {children}
        <span className="grow" />
        <span className="hints hide-narrow">
          <span>
            <Kbd keys="enter" /> {t('chats.send_hint')}
          </span>
          <span>
            <Kbd keys="shift+enter" /> {t('chats.line_hint')}
          </span>
        </span>
        <Button
          type="submit"
          kind="primary"
          icon={<SendHorizontal className="icon" aria-hidden />}
          aria-label={t('chats.send')}
          title={t('chats.send')}
          disabled={!canSend}
        />
      </div>
    </form>
  )
}
