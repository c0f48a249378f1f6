import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'

export function ruleHandlers(os: Implementer, { tasks }: AppServices) {
  return {
    list: os.rules.list.handler(() => tasks.rules.list()),
    revoke: os.rules.revoke.handler(({ input }) => tasks.rules.revoke(input.id)),
    restore: os.rules.restore.handler(({ input }) => tasks.rules.restore(input.id)),
    review: os.rules.review.handler(({ input }) => tasks.rules.review(input.id)),
  }
}
