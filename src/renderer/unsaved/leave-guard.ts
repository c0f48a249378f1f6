/** Asks before a change of address throws unsaved work away. Forms hold it; the router passes through it. */
export interface LeaveGuard {
  /** Asked with what to do when the person leaves all the same. */
  readonly ask: (leave: () => void) => void
}

const guards: LeaveGuard[] = []

export function holdLeaving(guard: LeaveGuard): () => void {
  guards.push(guard)
  return () => {
    const at = guards.indexOf(guard)
    if (at !== -1) guards.splice(at, 1)
  }
}

type Navigate<Options> = (to: string, options?: Options) => void

/** For the router's `aroundNav`: every link and every `navigate` comes by here. */
export function guardNavigation<Options>(navigate: Navigate<Options>, to: string, options?: Options): void {
  const leave = () => navigate(to, options)
  const guard = guards.at(-1)
  if (guard) guard.ask(leave)
  else leave()
}
