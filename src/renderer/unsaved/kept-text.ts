import { useState } from 'react'

const KEY = 'spora-kept-text'

/** What is typed and not sent, by what it is for. It survives going elsewhere in the window, and a reload. */
const kept = new Map<string, string>(restore())

function restore(): [string, string][] {
  try {
    return JSON.parse(globalThis.sessionStorage?.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

export const keptText = (what: string): string => kept.get(what) ?? ''

export function keepText(what: string, text: string): void {
  if (text) kept.set(what, text)
  else kept.delete(what)
  try {
    globalThis.sessionStorage?.setItem(KEY, JSON.stringify([...kept]))
  } catch {
    // a full session storage costs only the survival of a reload
  }
}

/** The text of a field, kept while the field is not on the screen. */
export function useKeptText(what: string): [text: string, write: (text: string) => void] {
  const [text, setText] = useState(() => keptText(what))
  return [
    text,
    next => {
      setText(next)
      keepText(what, next)
    },
  ]
}

/** What is left of a text once `sent` was taken: what was typed meanwhile is nobody's yet. */
export function restOf(text: string, sent: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).trimStart() : text
}
