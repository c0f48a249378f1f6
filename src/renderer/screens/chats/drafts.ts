const KEY = 'spora-chat-drafts'

type DraftOf = number | 'new'

/** What is typed and not sent, per chat (`new`: the new one). It survives going elsewhere in the window, and a reload. */
const drafts = new Map<DraftOf, string>(restore())

function restore(): [DraftOf, string][] {
  try {
    return JSON.parse(globalThis.sessionStorage?.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

export const draftOf = (chat: DraftOf): string => drafts.get(chat) ?? ''

export function keepDraft(chat: DraftOf, text: string): void {
  if (text) drafts.set(chat, text)
  else drafts.delete(chat)
  try {
    globalThis.sessionStorage?.setItem(KEY, JSON.stringify([...drafts]))
  } catch {
    // a full session storage costs only the survival of a reload
  }
}

/** What is left of a draft once `sent` was taken: what was typed meanwhile is nobody's yet. */
export function restOf(draft: string, sent: string): string {
  return draft.startsWith(sent) ? draft.slice(sent.length).trimStart() : draft
}
