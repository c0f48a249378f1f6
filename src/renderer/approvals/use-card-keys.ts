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

/** Whether a key was pressed in the part of the page that listens: React also passes on what is pressed in a dialog or a menu over it. */
export function isInside({ target, currentTarget }: KeyboardEvent): boolean {
  return target instanceof Node && currentTarget.contains(target)
}

export function useCardKeys(card: RefObject<CardHandle | null>) {
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.nativeEvent.isComposing || !isInside(event)) return
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
