import { navigate } from 'wouter/use-hash-location'

/** Asks before a change of address throws unsaved work away. Forms hold it; the router passes through it. */
export interface LeaveGuard {
  /** Asked with what to do when the person leaves all the same. */
  readonly ask: (leave: () => void) => void
}

const guards: LeaveGuard[] = []
const listeners = new Set<() => void>()
let letGo: (() => void) | undefined

export function holdLeaving(guard: LeaveGuard): () => void {
  guards.push(guard)
  letGo ??= holdWindow()
  for (const listener of listeners) listener()
  return () => {
    const at = guards.indexOf(guard)
    if (at !== -1) guards.splice(at, 1)
    if (guards.length === 0) letGo = void letGo?.()
    for (const listener of listeners) listener()
  }
}

/** Whether any form is held. */
export const isHeld = () => guards.length > 0

/** Calls the listener whenever a form is held or let go; the answer stops it. */
export function onHeld(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Navigate<Options> = (to: string, options?: Options) => void

/** For the router's `aroundNav`: every link and every `navigate` comes by here. */
export function guardNavigation<Options>(navigate: Navigate<Options>, to: string, options?: Options): void {
  const leave = () => navigate(to, options)
  const guard = guards.at(-1)
  if (guard) guard.ask(leave)
  else leave()
}

/** The two ways out that come by no router: the back button, and closing the window or the tab. */
function holdWindow(): () => void {
  const here = location.hash
  let closes = false
  // Comes before `hashchange`, which the router listens to: it then finds the address as it was. The address changes
  // before anybody is asked: put it back, ask, then go there.
  function onPopState() {
    if (location.hash === here) return
    const there = location.hash.replace(/^#/, '') || '/'
    history.pushState(null, '', `${location.pathname}${location.search}${here}`)
    guards.at(-1)?.ask(() => navigate(there))
  }
  // A browser asks by itself. The app's window only stays open, so its page asks, and closes it then.
  function onUnload(event: BeforeUnloadEvent) {
    if (closes) return
    event.preventDefault()
    if (window.spora)
      guards.at(-1)?.ask(() => {
        closes = true
        window.close()
      })
  }
  window.addEventListener('popstate', onPopState)
  window.addEventListener('beforeunload', onUnload)
  return () => {
    window.removeEventListener('popstate', onPopState)
    window.removeEventListener('beforeunload', onUnload)
  }
}
