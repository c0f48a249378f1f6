import { Bot, Inbox, type LucideIcon, MessageSquare, Puzzle, Settings, Wrench } from 'lucide-react'
import type { TextKey } from '../i18n/text.tsx'

export interface Section {
  readonly path: string
  readonly name: TextKey
  readonly icon: LucideIcon
}

/** The rail, in order; ⌘/Ctrl+1…6 go there. */
export const sections = [
  { path: '/chats', name: 'section.chats', icon: MessageSquare },
  { path: '/approvals', name: 'section.approvals', icon: Inbox },
  { path: '/agents', name: 'section.agents', icon: Bot },
  { path: '/tools', name: 'section.tools', icon: Wrench },
  { path: '/plugins', name: 'section.plugins', icon: Puzzle },
  { path: '/settings', name: 'section.settings', icon: Settings },
] as const satisfies readonly Section[]
