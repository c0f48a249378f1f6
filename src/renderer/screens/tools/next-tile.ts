interface Box {
  readonly left: number
  readonly top: number
}

/** Where a key leads from one tile. Up and down stay as near as they can to the same column. */
export function nextTile(boxes: readonly Box[], at: number, key: string): number | null {
  const last = boxes.length - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'ArrowRight') return Math.min(at + 1, last)
  if (key === 'ArrowLeft') return Math.max(at - 1, 0)
  const from = boxes[at]
  if (!from || (key !== 'ArrowDown' && key !== 'ArrowUp')) return null
  const down = key === 'ArrowDown'
  const beyond = boxes.filter(box => (down ? box.top > from.top + 1 : box.top < from.top - 1))
  const row = down ? Math.min(...beyond.map(box => box.top)) : Math.max(...beyond.map(box => box.top))
  let best = at
  let distance = Number.POSITIVE_INFINITY
  boxes.forEach((box, index) => {
    if (Math.abs(box.top - row) > 1 || Math.abs(box.left - from.left) >= distance) return
    best = index
    distance = Math.abs(box.left - from.left)
  })
  return best
}
