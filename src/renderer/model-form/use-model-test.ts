import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ModelDraft, ModelTestResult } from '../../shared/contract/models.ts'
import { api } from '../api/client.ts'
import { shownError } from '../api/error.ts'

export interface ModelTest {
  readonly running: boolean
  readonly result: ModelTestResult | null
  readonly run: (draft: ModelDraft, onModels?: (models: readonly string[]) => void) => void
  readonly forget: () => void
}

/** Tries a model. What was found stays until something it depended on changes; a failed call is a result as well. */
export function useModelTest(): ModelTest {
  const test = useMutation(api.models.test.mutationOptions())
  const [result, setResult] = useState<ModelTestResult | null>(null)
  return {
    running: test.isPending,
    result,
    run(draft, onModels) {
      setResult(null)
      test.mutate(draft, {
        onSuccess: found => {
          setResult(found)
          // The first of them is taken where none was chosen: only when it is known to answer.
          if (found.ok && found.models && found.models.length > 0) onModels?.(found.models)
        },
        onError: error => {
          const { code, message } = shownError(error)
          setResult({ ...NOTHING, error: { code, message, raw: null } })
        },
      })
    },
    forget: () => setResult(null),
  }
}

const NOTHING = { ok: false, latency_ms: null, models: null, streams: null, calls_tools: null, steps: [] }
