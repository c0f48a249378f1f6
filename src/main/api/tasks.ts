import { OPERATOR_USER_ID } from '../storage/operator.ts'
import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'

export function taskHandlers(os: Implementer, { tasks }: AppServices) {
  return {
    list: os.tasks.list.handler(({ input }) => tasks.list(input)),
    get: os.tasks.get.handler(({ input }) => tasks.get(input.id)),
    create: os.tasks.create.handler(({ input }) => tasks.create(input, OPERATOR_USER_ID)),
    continue: os.tasks.continue.handler(({ input: { id, ...how } }) => tasks.continue(id, how)),
    retry: os.tasks.retry.handler(({ input }) => tasks.retry(input.id, input)),
    useTools: os.tasks.useTools.handler(({ input }) => tasks.useTools(input.id, input.use)),
    cancelRetry: os.tasks.cancelRetry.handler(({ input }) => tasks.cancelRetry(input.id)),
    abort: os.tasks.abort.handler(({ input }) => tasks.abort(input.id)),
    rename: os.tasks.rename.handler(({ input }) => tasks.rename(input.id, input.title)),
    remove: os.tasks.remove.handler(({ input }) => tasks.remove(input.id)),
    approve: os.tasks.approve.handler(({ input }) => tasks.approve(input.task_id, input.decisions, OPERATOR_USER_ID)),
  }
}
