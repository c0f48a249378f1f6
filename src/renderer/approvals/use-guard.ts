import { useEffect, useRef, useState } from 'react'
import type { CallView } from '../../shared/contract/calls.ts'
import { isOwnEdit } from './decisions.ts'

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

/** The same after what a call would do was changed by somebody else: a click that was meant for what stood there decides nothing. */
export function useChangeGuard(call: CallView): boolean {
  const seen = useRef({ hash: call.args_sha256, changes: 0 })
  const { hash, changes } = seen.current
  if (hash !== call.args_sha256) {
    seen.current = { hash: call.args_sha256, changes: isOwnEdit(call) ? changes : changes + 1 }
  }
  return useGuard(String(seen.current.changes))
}
