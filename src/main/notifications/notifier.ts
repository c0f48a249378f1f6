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
  readonly shell: Pick<Shell, 'notify' | 'withdraw' | 'onLeave' | 'setBadge'>
  readonly logError: (error: unknown) => void
}

/** Changes that come in a burst are told together. */
const BURST_MS = 150

/**
 * Tells a person who looks elsewhere: what waits for them, one notification a chat, and chats that ended. What is said to
 * wait is taken back when nothing waits any more, whoever decided it. The badge counts what waits. Where the shell has neither, nothing happens here; where the system takes none, the app goes on without.
 */
export class Notifier {
  /** The calls that were told of, or that came up before the person's eyes. */
  #told: ReadonlySet<string> = new Set()
  /** Keys of notifications that say that something waits. */
  readonly #asking = new Set<string>()
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
    this.#look(() => {})
    chats.onEnd(end => this.#safely(() => this.#tellEnd(end)))
    // What came up until now came up in front of them, also when it is in a burst that is still to be told.
    shell.onLeave?.(() => this.#look(() => {}))
    void this.#follow()
  }

  stop(): void {
    this.#stop.abort()
    clearTimeout(this.#timer)
  }

  /** Whoever falls far behind in a storm of events is dropped, and comes back and looks. */
  async #follow(): Promise<void> {
    const { signal } = this.#stop
    while (!signal.aborted) {
      for await (const event of this.parts.events.subscribe(undefined, signal))
        if (event.type === 'changed' && (event.topic === 'calls' || event.topic === 'tasks')) this.#lookSoon()
      this.#lookSoon()
    }
  }

  #lookSoon(): void {
    if (this.#stop.signal.aborted) return
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#look((chat, told) => this.#tellWaiting(chat, told))
    }, this.burstMs)
  }

  #look(tell: (chat: ActiveChat, told: ReadonlySet<string>) => void): void {
    if (this.#stop.signal.aborted) return
    this.#safely(() => {
      const active = this.parts.chats.activeChats()
      const told = this.#told
      this.#told = new Set(active.flatMap(({ waiting }) => waiting.map(({ callId }) => callId)))
      this.#showBadge(active)
      this.#takeBack(active)
      for (const chat of active) this.#safely(() => tell(chat, told))
    })
  }

  /** A system without notifications, or a database that cannot be read now, ends nothing. */
  #safely(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.parts.logError(error)
    }
  }

  #showBadge(chats: readonly ActiveChat[]): void {
    const count = chats.reduce((sum, { waiting }) => sum + waiting.length, 0)
    if (count === this.#badge) return
    this.#badge = count
    this.#safely(() => this.parts.shell.setBadge?.(count))
  }

  #takeBack(chats: readonly ActiveChat[]): void {
    const waiting = new Set(chats.flatMap(({ id, waiting }) => (waiting.length > 0 ? keyOf(id) : [])))
    for (const key of this.#asking)
      if (!waiting.has(key)) {
        this.#asking.delete(key)
        this.#safely(() => this.parts.shell.withdraw?.(key))
      }
  }

  #tellWaiting({ id, title, waiting }: ActiveChat, told: ReadonlySet<string>): void {
    const [fresh] = waiting.filter(({ callId }) => !told.has(callId))
    if (!fresh) return
    const body = waiting.length === 1 ? fresh.text : `${waiting.length} actions need you`
    this.#asking.add(keyOf(id))
    this.#tell({ key: keyOf(id), title, body, path: `/review/${fresh.callId}` }, 'Something needs you')
  }

  #tellEnd({ id, status, title, text }: ChatEnd): void {
    if (this.#stop.signal.aborted || (status !== 'COMPLETED' && status !== 'FAILED')) return
    const failed = status === 'FAILED'
    const body = failed ? `Stopped: ${text}` : text
    this.#asking.delete(keyOf(id)) // this one takes its place
    this.#tell({ key: keyOf(id), title, body, path: `/chats/${id}` }, failed ? 'A chat stopped' : 'A chat is done')
  }

  #tell(notification: Notification, discreet: string): void {
    const { notifications } = this.parts.preferences.get()
    if (notifications === 'off') return
    const { title, body } = notification
    const told = notifications === 'discreet' ? { title: 'Spora', body: discreet } : { title, body: plainText(body) }
    this.parts.shell.notify?.({ ...notification, ...told })
  }
}

/** One notification a chat: a later one takes the place of the one before. */
function keyOf(chatId: number): string {
  return `chat ${chatId}`
}
