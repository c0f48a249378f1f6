import { type KeyboardEvent, useRef } from 'react'
import { nextTile } from './next-tile.ts'

/** Arrow keys, Home and End between the tiles of a grid, by where they stand on the screen. */
export function useTileKeys() {
  const ref = useRef<HTMLDivElement>(null)
  function onKeyDown(event: KeyboardEvent) {
    const tiles = [...(ref.current?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])]
    const at = tiles.indexOf(event.target as HTMLElement)
    if (at === -1) return
    const boxes = tiles.map(tile => (tile.closest('article, .tool-row') ?? tile).getBoundingClientRect())
    const to = nextTile(boxes, at, event.key)
    if (to === null) return
    event.preventDefault()
    tiles[to]?.focus()
  }
  return { ref, onKeyDown }
}
