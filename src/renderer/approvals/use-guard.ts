import { useEffect, useState } from 'react'

const GUARD_MS = 400

/** True for a moment after a list of calls appears or changes, so that a click meant for another call decides nothing. */
export function useGuard(ids: string): boolean {
  const [open, setOpen] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setOpen(ids), GUARD_MS)
    return () => clearTimeout(timer)
  }, [ids])
  return open !== ids
}
