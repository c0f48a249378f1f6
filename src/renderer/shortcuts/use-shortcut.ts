import { useEffect, useRef } from 'react'
import { matchesKeys } from './keys.ts'

interface Entry {
  readonly keys: string
  readonly run: () => void
  readonly inFields: boolean
}

const entries: Entry[] = []

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null

/** Not one that is just fading out: who closed it goes on at once. A message of the app is called a dialog too, and is none. */
const OPEN_DIALOG = ['dialog', 'alertdialog'].map(role => `[role="${role}"]:not([data-closed], .toast)`).join(', ')

/** A dialog is modal for the keyboard too: shortcuts registered outside of it rest while it is open. */
export const isModal = () => document.querySelector(OPEN_DIALOG) !== null

function listen(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || isModal()) return
  // The newest registration wins: a screen may take a key over from the frame.
  const entry = entries.findLast(
    ({ keys, inFields }) => matchesKeys(keys, event) && (inFields || !isField(event.target)),
  )
  if (!entry) return
  event.preventDefault()
  entry.run()
}

/** A shortcut for as long as the component is shown. With `mod` it works in text fields too, without it asks for it. */
export function useShortcut(keys: string, run: () => void, enabled = true, inFields = /mod\+/.test(keys)): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!enabled) return
    const entry: Entry = { keys, run: () => latest.current(), inFields }
    if (entries.push(entry) === 1) window.addEventListener('keydown', listen)
    return () => {
      entries.splice(entries.indexOf(entry), 1)
      if (entries.length === 0) window.removeEventListener('keydown', listen)
    }
  }, [keys, enabled, inFields])
}
