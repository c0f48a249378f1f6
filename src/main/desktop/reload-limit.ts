/**
 * Whether a page that ended by itself may be loaded again at once: so many times within this time. A page that ends each
 * time it is loaded would otherwise be loaded for ever.
 */
export function reloadLimit(now: () => number, most = 3, withinMs = 60_000): () => boolean {
  let times: readonly number[] = []
  return () => {
    const at = now()
    const recent = times.filter(time => at - time < withinMs)
    if (recent.length >= most) {
      times = [] // whoever goes on then begins anew
      return false
    }
    times = [...recent, at]
    return true
  }
}
