import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ErrorPane } from './error-pane.tsx'
import { Skeleton } from './skeleton.tsx'

interface Props<T> {
  readonly query: UseQueryResult<T, unknown>
  readonly children: (data: T) => ReactNode
  /** What stands there when there is nothing; `isEmpty` decides. */
  readonly empty?: ReactNode
  readonly isEmpty?: (data: T) => boolean
  /** Shown after 200 ms of waiting. */
  readonly loading?: ReactNode
}

/** Every region that loads: waiting, failed (reason, Retry, details), empty and there. Never a form from missing data. */
export function QueryView<T>({ query, children, empty, isEmpty = isEmptyList, loading }: Props<T>) {
  if (query.data !== undefined) {
    return empty !== undefined && isEmpty(query.data) ? empty : children(query.data)
  }
  if (query.isError) return <ErrorPane error={query.error} onRetry={() => void query.refetch()} />
  return <AfterDelay>{loading ?? <Skeleton />}</AfterDelay>
}

const isEmptyList = (data: unknown) => Array.isArray(data) && data.length === 0

function AfterDelay({ children }: { children: ReactNode }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return late ? children : null
}
