import type { EventBus } from '../events/event-bus.ts'
import type { ActiveChat, ChatEnd } from '../orchestrator/attention.ts'
import type { PreferencesStore } from '../settings/preferences-store.ts'
import type { Notification, Shell } from '../shell.ts'
import { plainText } from './plain-text.ts'

export interface NotifierParts {
  readonly events: EventBus
  readonly chats: {
    activeChats(): ActiveChat[]
    /** Told of every chat of a person's that has ended by itself. */
    onEnd(listener: (end: ChatEnd) => void): void
  }
  readonly preferences: Pick<PreferencesStore, 'get'>
  readonly shell: Pick<Shell, 'notify' | 'setBadge'>
}

/** Changes that come in a burst are told together. */
const BURST_MS = 150

/**
 * Tells a person who looks elsewhere: what waits for them, one notification a chat, and chats that ended. The badge counts
 * what waits. Where the shell has neither, nothing happens here.
 */
export class Notifier {
  /** By chat: the calls that were told of. */
  #told = new Map<number, ReadonlySet<string>>()
  #badge = 0
  #timer: NodeJS.Timeout | undefined
  readonly #stop = new AbortController()

  constructor(
    readonly parts: NotifierParts,
    readonly burstMs = BURST_MS,
  ) {}

  /** What waits since before is counted, not told. */
  start(): void {
    const { chats, shell } = this.parts
    if (!shell.notify && !shell.setBadge) return
    const found = chats.activeChats()
    this.#told = new Map(found.map(chat => [chat.id, idsOf(chat)]))
    this.#showBadge(found)
    chats.onEnd(end => this.#tellEnd(end))
    void this.#follow()
  }

  stop(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
  }

  async #follow(): Promise<void> {
    for await (const event of this.parts.events.subscribe(undefined, this.#stop.signal))
      if (event.type === 'changed' && (event.topic === 'calls' || event.topic === 'tasks'))
        this.#timer ??= setTimeout(() => this.#look(), this.burstMs)
  }

  #look(): void {
    this.#timer = undefined
    if (this.#stop.signal.aborted) return
    const active = this.parts.chats.activeChats()
    const told = this.#told
    this.#told = new Map(active.map(chat => [chat.id, idsOf(chat)]))
    this.#showBadge(active)
    for (const chat of active) this.#tellWaiting(chat, told.get(chat.id) ?? new Set())
  }

  #showBadge(chats: readonly ActiveChat[]): void {
    const count = chats.reduce((sum, { waiting }) => sum + waiting.length, 0)
    if (count === this.#badge) return
    this.#badge = count
    this.parts.shell.setBadge?.(count)
  }

  #tellWaiting({ id, title, waiting }: ActiveChat, told: ReadonlySet<string>): void {
    const [fresh] = waiting.filter(({ callId }) => !told.has(callId))
    if (!fresh) return
    const body = waiting.length === 1 ? fresh.text : `${waiting.length} actions need you`
    this.#tell({ key: `chat ${id}`, title, body, path: `/review/${fresh.callId}` }, 'Something needs you')
  }

  #tellEnd({ id, status, title, text }: ChatEnd): void {
    if (this.#stop.signal.aborted || (status !== 'COMPLETED' && status !== 'FAILED')) return
    const failed = status === 'FAILED'
    const body = failed ? `Stopped: ${text}` : text
    this.#tell({ key: `chat ${id}`, title, body, path: `/chats/${id}` }, failed ? 'A chat stopped' : 'A chat is done')
  }

  #tell(notification: Notification, discreet: string): void {
    const { notifications } = this.parts.preferences.get()
    if (notifications === 'off') return
    const { title, body } = notification
    const told = notifications === 'discreet' ? { title: 'Spora', body: discreet } : { title, body: plainText(body) }
    this.parts.shell.notify?.({ ...notification, ...told })
  }
}

function idsOf({ waiting }: ActiveChat): ReadonlySet<string> {
  return new Set(waiting.map(({ callId }) => callId))
}
