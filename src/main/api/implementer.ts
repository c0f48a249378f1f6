import { implement } from '@orpc/server'
import { contract } from '../../shared/contract/index.ts'
import { SporaError } from '../../shared/spora-error.ts'
import { apiError } from './api-error.ts'
import type { AppServices } from './app-services.ts'
import { mayCall, type Rights } from './rights.ts'

/** What is known of a caller. Without rights it is our own window or command line, which may do everything. */
export interface ApiContext {
  readonly rights?: Rights
}

/**
 * What every handler file builds on: a caller without the right is refused before its input is looked at; errors leave
 * as code, sentence and details, and anything else stays in the log.
 */
export function implementer({ database, logError, secrets }: Pick<AppServices, 'database' | 'logError' | 'secrets'>) {
  return implement(contract)
    .$context<ApiContext>()
    .use(async ({ context: { rights = 'approve' }, path, procedure, next }) => {
      try {
        if (!mayCall(rights, path.join('.'), procedure['~orpc'].route.method))
          throw new SporaError(
            'IPC_FORBIDDEN',
            'The run token starts and follows work. This needs the printed address.',
          )
        const answer = await next()
        database.flush() // J3: what an answer says is on the disk before it goes out
        return answer
      } catch (error) {
        throw apiError(database.known(error), logError, secrets)
      }
    })
}

export type Implementer = ReturnType<typeof implementer>
