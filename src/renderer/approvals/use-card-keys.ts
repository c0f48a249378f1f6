import type { KeyboardEvent, RefObject } from 'react'
import { matchesKeys } from '../shortcuts/keys.ts'
import type { CardHandle } from './approval-card.tsx'

/** Whether a key press is for typing or for a control that has keys of its own. */
export function isForControl(event: KeyboardEvent): boolean {
  const own = 'input, textarea, select, [role="radiogroup"], [role="combobox"], [role="menu"], [role="listbox"]'
  return event.target instanceof HTMLElement && event.target.closest(own) !== null
}

/** The letters of one card: A approve, R reject, E edit, U undo. One that is held down is pressed once. */
export function cardAction(event: KeyboardEvent, card: CardHandle | null | undefined): (() => void) | undefined {
  if (!card || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
  const actions = new Map<string, () => void>([
    ['a', card.approve],
    ['r', card.reject],
    ['e', card.edit],
    ['u', card.undo],
  ])
  return actions.get(event.key.toLowerCase())
}

export function useCardKeys(card: RefObject<CardHandle | null>) {
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    const action = matchesKeys('mod+enter', event)
      ? event.repeat
        ? undefined
        : card.current?.submit
      : isForControl(event)
        ? undefined
        : cardAction(event, card.current)
    if (!action) return
    event.preventDefault()
    action()
  }
}
