/** What is typed and not sent, per chat (`new`: the new one). It survives going elsewhere in the window. */
const drafts = new Map<number | 'new', string>()

export const draftOf = (chat: number | 'new'): string => drafts.get(chat) ?? ''

export function keepDraft(chat: number | 'new', text: string): void {
  if (text) drafts.set(chat, text)
  else drafts.delete(chat)
}
