import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallView } from '../../shared/contract/calls.ts'
import { api } from '../api/client.ts'
import { type Draft, isEdited } from './decisions.ts'

const DEBOUNCE_MS = 200

/** Asks main whether a draft would be accepted, with the same check execution makes, and what it would do in words. */
export function useArgumentCheck(call: CallView, draft: Draft) {
  const edited = isEdited(call, draft)
  const settled = useSettled(draft.values)
  const check = useQuery(
    api.calls.check.queryOptions({
      input: { call_id: call.id, arguments: settled },
      enabled: edited,
      gcTime: 60_000,
      placeholderData: previous => previous,
    }),
  )
  if (!edited) return { problems: [], description: call.human_description, checking: false }
  return {
    problems: check.data?.problems ?? [],
    description: check.data?.human_description || call.human_description,
    checking: check.isFetching || settled !== draft.values,
  }
}

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
