import type { AppServices } from './app-services.ts'
import type { Implementer } from './implementer.ts'
import { untilAborted } from './until-aborted.ts'

export function eventHandlers(os: Implementer, { events }: AppServices) {
  return {
    stream: os.events.stream.handler(({ input, signal }) =>
      untilAborted(events.subscribe(input?.after, signal), signal),
    ),
  }
}
