import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Within this many pixels the reader counts as being at the end. */
const NEAR = 24
/** A row that was just opened or closed changes the height too: that is no reason to move. */
const PRESSED_MS = 300
/** So soon after the key or the wheel the way up has begun to show, or there was none. */
const LEAVING_MS = 500
const UPWARDS = new Set(['Home', 'PageUp', 'ArrowUp'])

/**
 * Follows growing content only while the reader is at its end; otherwise what they read stays where it is.
 * `version` changes with what is said: `missed` says that something was said below. `own` counts the reader's own
 * messages: who sends one wants to see what comes of it.
 */
export function useStickToBottom(version: string, own: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const sticking = useRef(true)
  // The way up is smooth: its first frames are near the end still, and what grows then must not call the reader back.
  const leaving = useRef(Number.NEGATIVE_INFINITY)
  const [missed, setMissed] = useState(false)

  const toBottom = useCallback(() => {
    const element = scroller.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    sticking.current = true
    leaving.current = Number.NEGATIVE_INFINITY
    setMissed(false)
  }, [])

  useEffect(() => {
    const [outer, inner] = [scroller.current, content.current]
    if (!outer || !inner) return
    let pressed = Number.NEGATIVE_INFINITY
    let before = outer.scrollTop
    const isAtEnd = () => outer.scrollHeight - outer.scrollTop - outer.clientHeight <= NEAR
    const settle = () => {
      sticking.current = isAtEnd() && performance.now() - leaving.current > LEAVING_MS
      if (sticking.current) setMissed(false)
    }
    const onScroll = () => {
      // Away from the end by growth alone is still at the end: only who scrolls up leaves it.
      if (isAtEnd() || outer.scrollTop < before) settle()
      before = outer.scrollTop
    }
    const onScrollEnd = () => {
      leaving.current = Number.NEGATIVE_INFINITY
      onScroll()
    }
    const leave = () => {
      if (outer.scrollTop === 0) return
      leaving.current = performance.now()
      sticking.current = false
    }
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (target === outer && UPWARDS.has(key)) leave()
    }
    const onWheel = ({ deltaY }: WheelEvent) => {
      if (deltaY < 0) leave()
    }
    const onPress = () => {
      pressed = performance.now()
    }
    const watch = new ResizeObserver(() => {
      if (sticking.current && performance.now() - pressed > PRESSED_MS) toBottom()
      else settle()
    })
    watch.observe(inner)
    watch.observe(outer)
    outer.addEventListener('scroll', onScroll, { passive: true })
    outer.addEventListener('scrollend', onScrollEnd, { passive: true })
    outer.addEventListener('keydown', onKey)
    outer.addEventListener('wheel', onWheel, { passive: true })
    inner.addEventListener('click', onPress, { capture: true })
    return () => {
      watch.disconnect()
      outer.removeEventListener('scroll', onScroll)
      outer.removeEventListener('scrollend', onScrollEnd)
      outer.removeEventListener('keydown', onKey)
      outer.removeEventListener('wheel', onWheel)
      inner.removeEventListener('click', onPress, { capture: true })
    }
  }, [toBottom])

  const sent = useRef(own)
  useLayoutEffect(() => {
    if (own > sent.current) toBottom()
    sent.current = own
  }, [own, toBottom])

  const said = useRef(version)
  useEffect(() => {
    if (said.current !== version && !sticking.current) setMissed(true)
    said.current = version
  }, [version])

  const isAtEnd = useCallback(() => sticking.current, [])

  return { scroller, content, missed, toBottom, isAtEnd }
}
