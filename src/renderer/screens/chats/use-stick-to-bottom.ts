import { useCallback, useEffect, useRef, useState } from 'react'

/** Within this many pixels the reader counts as being at the end. */
const NEAR = 24

/** Follows growing content only while the reader is at its end; otherwise what they read stays where it is. */
export function useStickToBottom() {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const sticking = useRef(true)
  const [atBottom, setAtBottom] = useState(true)

  const toBottom = useCallback(() => {
    const element = scroller.current
    if (element) element.scrollTop = element.scrollHeight
  }, [])

  useEffect(() => {
    const [outer, inner] = [scroller.current, content.current]
    if (!outer || !inner) return
    function onScroll() {
      if (!outer) return
      const near = outer.scrollHeight - outer.scrollTop - outer.clientHeight <= NEAR
      sticking.current = near
      setAtBottom(near)
    }
    const watch = new ResizeObserver(() => {
      if (sticking.current) toBottom()
      else onScroll()
    })
    watch.observe(inner)
    watch.observe(outer)
    outer.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      watch.disconnect()
      outer.removeEventListener('scroll', onScroll)
    }
  }, [toBottom])

  return { scroller, content, atBottom, toBottom }
}
