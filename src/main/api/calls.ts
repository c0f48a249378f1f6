import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'

export function callHandlers(os: Implementer, { tasks }: AppServices) {
  return {
    pending: os.calls.pending.handler(() => tasks.pendingCalls()),
    decided: os.calls.decided.handler(() => tasks.decidedCalls()),
    get: os.calls.get.handler(({ input }) => tasks.call(input.call_id)),
    medium: os.calls.medium.handler(({ input }) => tasks.medium(input.call_id, input.position)),
    check: os.calls.check.handler(({ input }) => tasks.checkCall(input.call_id, input.arguments)),
    edit: os.calls.edit.handler(({ input }) => tasks.editCall(input.call_id, input.arguments, input.revision)),
    answerLoop: os.calls.answerLoop.handler(({ input }) => tasks.answerLoop(input.call_id, input.answer, input.hint)),
    stop: os.calls.stop.handler(({ input }) => tasks.stopCall(input.call_id)),
    resolve: os.calls.resolve.handler(({ input }) => tasks.resolveCall(input.call_id, input.answer)),
  }
}
