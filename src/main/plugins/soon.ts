/** What it answers may be called often; the action runs once, a moment later. */
export function soon(ms: number, action: () => void): () => void {
  let waiting = false
  return () => {
    if (waiting) return
    waiting = true
    setTimeout(() => {
      waiting = false
      action()
    }, ms).unref()
  }
}
