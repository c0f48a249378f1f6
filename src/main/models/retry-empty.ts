import type { EndpointErrors } from './http/endpoint-errors.ts'
import type { ModelEvent } from './model-driver.ts'

/** An answer without text and calls is asked for once more; then it is LLM_EMPTY (B125). Refusals and cuts say something. */
export async function* retryEmpty(
  attempt: () => AsyncIterable<ModelEvent>,
  errors: EndpointErrors,
): AsyncGenerator<ModelEvent> {
  for (let count = 0; count < 2; count++) {
    let reasoned = false
    let answered = false
    for await (const event of attempt()) {
      const named = event.type === 'finish' && event.stopReason !== 'stop' && event.stopReason !== 'unknown'
      answered ||= event.type === 'text' || event.type === 'call' || named
      if (event.type === 'finish' && !answered) break
      reasoned ||= event.type === 'reasoning'
      yield event
    }
    if (answered) return
    // Reasoning was shown already; asking again would show it twice.
    if (reasoned) break
  }
  throw errors.empty()
}
