import { implement } from '@orpc/server'
import { contract } from '../../shared/contract/index.ts'
import { apiError } from './api-error.ts'

/** What every handler file builds on: errors leave as code, sentence and details; anything else stays in the log. */
export function implementer(logError: (error: unknown) => void) {
  return implement(contract).use(async ({ next }) => {
    try {
      return await next()
    } catch (error) {
      throw apiError(error, logError)
    }
  })
}

export type Implementer = ReturnType<typeof implementer>
